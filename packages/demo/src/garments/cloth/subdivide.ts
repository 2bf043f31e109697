import type { Cloth } from './sew.js'

/** Splits each triangle into four, which allows finer folds. Seams stay closed: their new wedges share particles. */
export function subdivide(cloth: Cloth): Cloth {
  const positions = Array.from(cloth.positions)
  const particleOf = Array.from(cloth.particleOf)
  const flat = Array.from(cloth.flat)
  const pieceOf = Array.from(cloth.pieceOf)
  const triangles: number[] = []
  const particleBetween = new Map<number, number>()
  const wedgeBetween = new Map<number, number>()
  const [wedges, particles] = [particleOf.length, positions.length / 3]

  const middleParticle = (a: number, b: number): number => {
    const key = Math.min(a, b) * particles + Math.max(a, b)
    let middle = particleBetween.get(key)
    if (middle === undefined) {
      middle = positions.length / 3
      for (let k = 0; k < 3; k++) positions.push((positions[3 * a + k]! + positions[3 * b + k]!) / 2)
      particleBetween.set(key, middle)
    }
    return middle
  }
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * wedges + Math.max(a, b)
    let wedge = wedgeBetween.get(key)
    if (wedge === undefined) {
      wedge = particleOf.length
      particleOf.push(middleParticle(particleOf[a]!, particleOf[b]!))
      flat.push((flat[2 * a]! + flat[2 * b]!) / 2, (flat[2 * a + 1]! + flat[2 * b + 1]!) / 2)
      pieceOf.push(pieceOf[a]!)
      wedgeBetween.set(key, wedge)
    }
    return wedge
  }
  for (let i = 0; i < cloth.triangles.length; i += 3) {
    const [a, b, c] = [cloth.triangles[i]!, cloth.triangles[i + 1]!, cloth.triangles[i + 2]!]
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)]
    triangles.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca)
  }
  const edges = Object.fromEntries(
    Object.entries(cloth.edges).map(([name, along]) => [
      name,
      along.flatMap((wedge, i) => (i === 0 ? [wedge] : [middle(along[i - 1]!, wedge), wedge])),
    ]),
  )
  return {
    positions: Float64Array.from(positions),
    particleOf: Int32Array.from(particleOf),
    flat: Float32Array.from(flat),
    pieceOf: Int32Array.from(pieceOf),
    triangles: Uint32Array.from(triangles),
    edges,
    pieces: cloth.pieces,
    grains: cloth.grains,
  }
}
