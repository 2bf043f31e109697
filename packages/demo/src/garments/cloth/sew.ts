import { cut, lengthOf, type Flat, type Piece } from './pattern.js'

/** Two edges that are sewn together, each written `piece.edge`. Without `sameWay`, they run in opposite directions. */
export interface Seam {
  a: string
  b: string
  sameWay?: boolean
}

/** A triangle's corners are wedges. A wedge is a point of one piece. Wedges that a seam joins share one particle. */
export interface Cloth {
  /** x, y, z per particle. */
  positions: Float64Array
  particleOf: Int32Array
  /** Each wedge's position on its flat piece in metres. It determines the rest shape and the texture. */
  flat: Float32Array
  pieceOf: Int32Array
  /** Three wedges per triangle. */
  triangles: Uint32Array
  edges: Record<string, number[]>
  pieces: string[]
  /** Warp direction per piece, in radians to the right of vertical. */
  grains: number[]
}

export function sew(pieces: readonly Piece[], seams: readonly Seam[], spacing: number): Cloth {
  const counts = countsOf(pieces, seams, spacing)
  const flat: number[] = []
  const placed: number[] = []
  const pieceOf: number[] = []
  const triangles: number[] = []
  const edges: Record<string, number[]> = {}
  for (const [number, piece] of pieces.entries()) {
    const first = flat.length / 2
    const wanted = Object.fromEntries(
      Object.keys(piece.edges).map((name) => [name, counts.get(`${piece.name}.${name}`)!]),
    )
    const done = cut(piece, wanted, spacing)
    flat.push(...done.points)
    for (let i = 0; i < done.points.length; i += 2) {
      placed.push(...piece.place(done.points[i]!, done.points[i + 1]!))
      pieceOf.push(number)
    }
    triangles.push(...done.triangles.map((vertex) => vertex + first))
    for (const [name, vertices] of Object.entries(done.edges))
      edges[`${piece.name}.${name}`] = vertices.map((vertex) => vertex + first)
  }

  const root = flat.slice(0, flat.length / 2).map((_, i) => i)
  const find = (i: number): number => (root[i] === i ? i : (root[i] = find(root[i]!)))
  for (const { a, b, sameWay } of seams) {
    const [one, other] = [edgeOf(edges, a), sameWay ? edgeOf(edges, b) : [...edgeOf(edges, b)].reverse()]
    for (const [i, wedge] of one.entries()) root[find(other[i]!)] = find(wedge)
  }
  const particles = new Map<number, number>()
  const particleOf = Int32Array.from(root, (_, i) => {
    const r = find(i)
    if (!particles.has(r)) particles.set(r, particles.size)
    return particles.get(r)!
  })
  const positions = new Float64Array(particles.size * 3)
  const shares = new Float64Array(particles.size)
  for (const particle of particleOf) shares[particle]!++
  for (const [wedge, particle] of particleOf.entries())
    for (let k = 0; k < 3; k++) positions[3 * particle + k]! += placed[3 * wedge + k]! / shares[particle]!
  return {
    positions,
    particleOf,
    flat: Float32Array.from(flat),
    pieceOf: Int32Array.from(pieceOf),
    triangles: Uint32Array.from(triangles),
    edges,
    pieces: pieces.map(({ name }) => name),
    grains: pieces.map(({ grain }) => ((grain ?? 0) * Math.PI) / 180),
  }
}

export function edgeOf(edges: Record<string, number[]>, name: string): number[] {
  const edge = edges[name]
  if (!edge) throw new Error(`no edge ${name}: there are ${Object.keys(edges).join(', ')}`)
  return edge
}

/** Number of segments per edge, from the edge's length. Edges that a seam joins both get the larger number. */
function countsOf(pieces: readonly Piece[], seams: readonly Seam[], spacing: number): Map<string, number> {
  const lengths = new Map<string, readonly Flat[]>()
  for (const piece of pieces)
    for (const [name, points] of Object.entries(piece.edges)) lengths.set(`${piece.name}.${name}`, points)
  const counts = new Map<string, number>()
  for (const [name, points] of lengths) counts.set(name, Math.max(2, Math.round(lengthOf(points) / spacing)))
  for (let changed = true; changed;) {
    changed = false
    for (const { a, b } of seams) {
      for (const name of [a, b]) if (!counts.has(name)) throw new Error(`the seam ${a} to ${b} names no edge ${name}`)
      const most = Math.max(counts.get(a)!, counts.get(b)!)
      for (const name of [a, b])
        if (counts.get(name) !== most) {
          counts.set(name, most)
          changed = true
        }
    }
  }
  return counts
}
