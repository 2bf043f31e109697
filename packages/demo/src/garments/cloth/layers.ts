/** Number of steps between two searches for neighbours. */
const RENEW = 12

/** Keeps folds from intersecting. `apart` (metres) must be below the mesh spacing, or flat cloth would expand. */
export function separateLayers(count: number, apart: number): (x: Float64Array, w: Float64Array, step: number) => void {
  const reach = apart * 1.35
  const slots = 1 << Math.ceil(Math.log2(count * 2))
  const starts = new Int32Array(slots + 1)
  const entries = new Int32Array(count)
  const slotOf = new Int32Array(count)
  let pairs = new Int32Array(1 << 16)
  let found = 0

  const slot = (i: number, j: number, k: number) =>
    (Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791)) & (slots - 1)
  const cell = (value: number) => Math.floor(value / reach)

  const find = (x: Float64Array) => {
    starts.fill(0)
    for (let p = 0; p < count; p++) {
      slotOf[p] = slot(cell(x[3 * p]!), cell(x[3 * p + 1]!), cell(x[3 * p + 2]!))
      starts[slotOf[p]!]!++
    }
    for (let s = 0, sum = 0; s <= slots; s++) starts[s] = sum += starts[s]!
    for (let p = 0; p < count; p++) entries[--starts[slotOf[p]!]!] = p
    found = 0
    for (let p = 0; p < count; p++) {
      const px = x[3 * p]!
      const py = x[3 * p + 1]!
      const pz = x[3 * p + 2]!
      const ci = cell(px)
      const cj = cell(py)
      const ck = cell(pz)
      for (let n = 0; n < 27; n++) {
        const s = slot(ci + (n % 3) - 1, cj + (Math.floor(n / 3) % 3) - 1, ck + Math.floor(n / 9) - 1)
        for (let e = starts[s]!; e < starts[s + 1]!; e++) {
          const q = entries[e]!
          if (q <= p) continue
          const dx = x[3 * q]! - px
          const dy = x[3 * q + 1]! - py
          const dz = x[3 * q + 2]! - pz
          if (dx * dx + dy * dy + dz * dz > reach * reach) continue
          if (2 * found + 2 > pairs.length) {
            const more = new Int32Array(pairs.length * 2)
            more.set(pairs)
            pairs = more
          }
          pairs[2 * found] = p
          pairs[2 * found + 1] = q
          found++
        }
      }
    }
  }

  return (x, w, step) => {
    if (step % RENEW === 0) find(x)
    for (let n = 0; n < found; n++) {
      const p = pairs[2 * n]!
      const q = pairs[2 * n + 1]!
      const i = 3 * p
      const j = 3 * q
      const dx = x[j]! - x[i]!
      const dy = x[j + 1]! - x[i + 1]!
      const dz = x[j + 2]! - x[i + 2]!
      const square = dx * dx + dy * dy + dz * dz
      const sum = w[p]! + w[q]!
      if (square >= apart * apart || sum === 0) continue
      const length = Math.sqrt(square) || 1e-9
      const share = (0.5 * (length - apart)) / length / sum
      const sp = share * w[p]!
      const sq = share * w[q]!
      x[i]! += sp * dx
      x[i + 1]! += sp * dy
      x[i + 2]! += sp * dz
      x[j]! -= sq * dx
      x[j + 1]! -= sq * dy
      x[j + 2]! -= sq * dz
    }
  }
}
