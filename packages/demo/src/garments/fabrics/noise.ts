/** Deterministic number in [0, 1) for three integers. */
export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 1274126177)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

/** Smooth noise, 0 to 1, with a period of `period` cells along x and `periodY` cells along y. Both must be whole. */
export function noise(x: number, y: number, period: number, seed: number, periodY = period): number {
  const [i, j] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - i, y - j]
  const [u, v] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)]
  const wrap = (n: number, by: number) => ((n % by) + by) % by
  const at = (a: number, b: number) => hash(wrap(a, period), wrap(b, periodY), seed)
  return (at(i, j) * (1 - u) + at(i + 1, j) * u) * (1 - v) + (at(i, j + 1) * (1 - u) + at(i + 1, j + 1) * u) * v
}
