import type { Body } from '../body/body.js'
import { drape, type Fall } from './drape.js'
import type { Piece } from './pattern.js'
import { restOf, type Stuff } from './rest.js'
import { edgeOf, sew, type Cloth, type Seam } from './sew.js'
import { subdivide } from './subdivide.js'

export interface Order {
  pieces: readonly Piece[]
  seams: readonly Seam[]
  stuff: Stuff
  body: Body
  /** Edges that keep their place. `front.neck:first` or `front.neck:last` pins only that end of the edge. */
  pins: readonly string[]
  /** Metres between particles during `falls`. During `finish`, the distance is half as much. */
  spacing: number
  falls: readonly Fall[]
  /** Last fall, in which the finer mesh forms the small folds. */
  finish: Fall
  /** Factor of the bending stiffness per piece, by default 1. A blazer's interlined fronts, for example, have 3. */
  stiffness?: Record<string, number>
  /** Number of smoothing passes, by default one. All passes but the first also smooth free edges. */
  smoothing?: number
}

/** Sews a garment on the body and lets it fall. A coarse mesh falls first: it forms long folds ten times faster. */
export function tailor({
  pieces,
  seams,
  stuff,
  body,
  pins,
  spacing,
  falls,
  finish,
  stiffness = {},
  smoothing = 1,
}: Order): Cloth {
  let cloth = sew(pieces, seams, spacing)
  const bending = (piece: string) => stiffness[piece] ?? 1
  const run = (fall: Fall) => drape(cloth, restOf(cloth, stuff, bending), stuff, body, pinned(cloth, pins), fall)
  falls.forEach(run)
  cloth = subdivide(cloth)
  run(finish)
  const fixed = pinned(cloth, pins)
  for (let i = 0; i < smoothing; i++) {
    smooth(cloth, body, stuff.clearance / 2, fixed)
    if (i > 0) smoothEdges(cloth, fixed)
  }
  return cloth
}

function pinned(cloth: Cloth, pins: readonly string[]): Set<number> {
  const wedges = pins.flatMap((pin) => {
    const [name, end] = pin.split(':') as [string, string?]
    const edge = edgeOf(cloth.edges, name)
    return end === 'first' ? [edge[0]!] : end === 'last' ? [edge.at(-1)!] : edge
  })
  return new Set(wedges.map((wedge) => cloth.particleOf[wedge]!))
}

/**
 * Moves particles along the cloth's normal, half-way to the mean of their neighbours. They do not move within the
 * cloth's surface, because the mesh is uneven and the threads would bend.
 */
function smooth(cloth: Cloth, body: Body, clearance: number, fixed: ReadonlySet<number>): void {
  const { positions: x, particleOf, triangles } = cloth
  const sum = new Float64Array(x.length)
  const normal = new Float64Array(x.length)
  const count = new Float64Array(x.length / 3)
  for (let t = 0; t < triangles.length; t += 3) {
    const corner = [0, 1, 2].map((k) => 3 * particleOf[triangles[t + k]!]!) as [number, number, number]
    const [a, b, c] = corner
    const [ux, uy, uz] = [x[b]! - x[a]!, x[b + 1]! - x[a + 1]!, x[b + 2]! - x[a + 2]!]
    const [vx, vy, vz] = [x[c]! - x[a]!, x[c + 1]! - x[a + 1]!, x[c + 2]! - x[a + 2]!]
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (let k = 0; k < 3; k++) {
      const [o, next] = [corner[k]!, corner[(k + 1) % 3]!]
      count[o / 3]!++
      for (let axis = 0; axis < 3; axis++) {
        sum[o + axis]! += x[next + axis]!
        normal[o + axis]! += n[axis]!
      }
    }
  }
  // Particles of a free edge have neighbours on one side only. Smoothing would therefore shrink the edge.
  const free = new Set(freeEdges(cloth).flat())
  const out = new Float64Array(3)
  for (let p = 0; p < count.length; p++) {
    if (fixed.has(p) || free.has(p) || count[p] === 0) continue
    const o = 3 * p
    const square = normal[o]! ** 2 + normal[o + 1]! ** 2 + normal[o + 2]! ** 2 || 1
    let along = 0
    for (let k = 0; k < 3; k++) along += (sum[o + k]! / count[p]! - x[o + k]!) * normal[o + k]!
    for (let k = 0; k < 3; k++) x[o + k]! += (0.5 * along * normal[o + k]!) / square
    const depth = clearance - body.probe(x[o]!, x[o + 1]!, x[o + 2]!, out)
    if (depth > 0) for (let k = 0; k < 3; k++) x[o + k]! += depth * out[k]!
  }
}

/** Moves each particle of a free edge that is not in `fixed` half-way to the mean of its two neighbours on the edge. */
function smoothEdges({ positions: x, ...cloth }: Cloth, fixed: ReadonlySet<number>): void {
  const beside = new Map<number, number[]>()
  for (const [p, q] of freeEdges({ positions: x, ...cloth })) {
    beside.set(p, [...(beside.get(p) ?? []), q])
    beside.set(q, [...(beside.get(q) ?? []), p])
  }
  const before = x.slice()
  for (const [p, [q, r]] of beside)
    if (!fixed.has(p) && q !== undefined && r !== undefined)
      for (let k = 0; k < 3; k++) x[3 * p + k] = before[3 * p + k]! / 2 + (before[3 * q + k]! + before[3 * r + k]!) / 4
}

function freeEdges(cloth: Cloth): [number, number][] {
  const seen = new Map<number, number>()
  const total = cloth.positions.length / 3
  for (let t = 0; t < cloth.triangles.length; t++) {
    const [p, q] = [
      cloth.particleOf[cloth.triangles[t]!]!,
      cloth.particleOf[cloth.triangles[t % 3 === 2 ? t - 2 : t + 1]!]!,
    ]
    const key = Math.min(p, q) * total + Math.max(p, q)
    seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  return [...seen].filter(([, times]) => times === 1).map(([key]) => [Math.floor(key / total), key % total])
}
