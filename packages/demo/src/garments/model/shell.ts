import type { Mesh } from '../body/surface.js'
import type { Cloth } from '../cloth/sew.js'

export interface Skin {
  /** x, y, z per wedge, as in `normals`. In contrast, `Cloth.positions` has one entry per particle. */
  positions: Float32Array
  normals: Float32Array
}

/**
 * Positions and normals per wedge. Wedges that a seam joins share one normal, so that seams look smooth. Each normal is
 * averaged with its neighbours `softness` times, which hides small creases, as heavy silk does.
 */
export function skinOf(cloth: Cloth, softness = 0): Skin {
  const { positions: x, particleOf, triangles } = cloth
  const sum = new Float64Array(x.length)
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * particleOf[triangles[t + k]!]!) as [number, number, number]
    const [ux, uy, uz] = [x[b]! - x[a]!, x[b + 1]! - x[a + 1]!, x[b + 2]! - x[a + 2]!]
    const [vx, vy, vz] = [x[c]! - x[a]!, x[c + 1]! - x[a + 1]!, x[c + 2]! - x[a + 2]!]
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (const corner of [a, b, c]) for (let k = 0; k < 3; k++) sum[corner + k]! += n[k]!
  }
  for (let pass = 0; pass < softness; pass++) mixNormals(cloth, sum)
  const positions = new Float32Array(particleOf.length * 3)
  const normals = new Float32Array(particleOf.length * 3)
  for (const [wedge, particle] of particleOf.entries()) {
    const o = 3 * particle
    const length = Math.hypot(sum[o]!, sum[o + 1]!, sum[o + 2]!) || 1
    for (let k = 0; k < 3; k++) {
      positions[3 * wedge + k] = x[o + k]!
      normals[3 * wedge + k] = sum[o + k]! / length
    }
  }
  return { positions, normals }
}

function mixNormals({ particleOf, triangles }: Cloth, normals: Float64Array): void {
  for (let o = 0; o < normals.length; o += 3) {
    const length = Math.hypot(normals[o]!, normals[o + 1]!, normals[o + 2]!) || 1
    for (let k = 0; k < 3; k++) normals[o + k]! /= length
  }
  const before = normals.slice()
  for (let t = 0; t < triangles.length; t++) {
    const [to, from] = [t, t % 3 === 2 ? t - 2 : t + 1].map((at) => 3 * particleOf[triangles[at]!]!) as [number, number]
    for (let k = 0; k < 3; k++) normals[to + k]! += before[from + k]! / 2
  }
}

export interface ShellOptions {
  /** Metres of cloth per fabric tile. */
  tile: number
  /** Thickness of the cloth in metres. */
  thickness: number
  /** Depth in metres of the turned-up hem that is visible inside. */
  hem: number
  pieces?: readonly string[]
}

/**
 * The cloth's outside, a rim along free edges, and the hem's inside. The rest of the inside has no triangles of its
 * own, so the material must be double-sided.
 */
export function shellOf(cloth: Cloth, skin: Skin, { tile, thickness, hem, pieces }: ShellOptions): Mesh {
  const { flat, particleOf, pieceOf } = cloth
  const wanted = pieces && new Set(pieces.map((name) => cloth.pieces.indexOf(name)))
  const triangles: number[] = []
  for (let t = 0; t < cloth.triangles.length; t += 3)
    if (!wanted || wanted.has(pieceOf[cloth.triangles[t]!]!))
      triangles.push(cloth.triangles[t]!, cloth.triangles[t + 1]!, cloth.triangles[t + 2]!)

  const out = { positions: [] as number[], normals: [] as number[], uvs: [] as number[], indices: [] as number[] }
  const add = (wedge: number, inwards: number, normal?: readonly number[]): number => {
    const o = 3 * wedge
    for (let k = 0; k < 3; k++) out.positions.push(skin.positions[o + k]! - inwards * skin.normals[o + k]!)
    for (let k = 0; k < 3; k++) out.normals.push(normal ? normal[k]! : (inwards > 0 ? -1 : 1) * skin.normals[o + k]!)
    out.uvs.push(flat[2 * wedge]! / tile, flat[2 * wedge + 1]! / tile)
    return out.positions.length / 3 - 1
  }
  const once = (inwards: number) => {
    const known = new Map<number, number>()
    return (wedge: number) => {
      if (!known.has(wedge)) known.set(wedge, add(wedge, inwards))
      return known.get(wedge)!
    }
  }

  const outside = once(0)
  for (const wedge of triangles) out.indices.push(outside(wedge))

  const border = borderOf(cloth, triangles)
  const near = nearBorder(cloth, border, hem)
  const inside = once(thickness)
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
    if (near.has(particleOf[a]!) && near.has(particleOf[b]!) && near.has(particleOf[c]!))
      out.indices.push(inside(a), inside(c), inside(b))
  }
  for (const [a, b] of border) {
    const [oa, ob] = [3 * a, 3 * b]
    const along = [0, 1, 2].map((k) => skin.positions[ob + k]! - skin.positions[oa + k]!)
    const n = skin.normals.subarray(oa, oa + 3)
    const away = [
      along[1]! * n[2]! - along[2]! * n[1]!,
      along[2]! * n[0]! - along[0]! * n[2]!,
      along[0]! * n[1]! - along[1]! * n[0]!,
    ]
    const length = Math.hypot(...away) || 1
    const normal = away.map((value) => value / length)
    const [a0, b0, a1, b1] = [
      add(a, 0, normal),
      add(b, 0, normal),
      add(a, thickness, normal),
      add(b, thickness, normal),
    ]
    out.indices.push(a0, a1, b0, b0, a1, b1)
  }
  return {
    positions: new Float32Array(out.positions),
    normals: new Float32Array(out.normals),
    uvs: new Float32Array(out.uvs),
    indices: new Uint32Array(out.indices),
  }
}

/** Edges that belong to only one triangle, each as a pair of wedges in the order of the triangle's corners. */
function borderOf(cloth: Cloth, triangles: ArrayLike<number> = cloth.triangles): [number, number][] {
  const particles = cloth.positions.length / 3
  const open = new Map<number, [number, number]>()
  const key = (a: number, b: number) => {
    const [p, q] = [cloth.particleOf[a]!, cloth.particleOf[b]!]
    return Math.min(p, q) * particles + Math.max(p, q)
  }
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!]
      if (!open.delete(key(a, b))) open.set(key(a, b), [a, b])
    }
  return [...open.values()]
}

/** Particles less than `reach` metres from a free edge, measured along the edges of the flat pieces' triangles. */
function nearBorder(cloth: Cloth, border: [number, number][], reach: number): Set<number> {
  const { flat, triangles, particleOf } = cloth
  const away = new Float64Array(cloth.positions.length / 3).fill(Infinity)
  for (const edge of border) for (const wedge of edge) away[particleOf[wedge]!] = 0
  for (let changed = true; changed;) {
    changed = false
    for (let i = 0; i < triangles.length; i++) {
      const [a, b] = [triangles[i]!, triangles[i % 3 === 2 ? i - 2 : i + 1]!]
      const [p, q] = [particleOf[a]!, particleOf[b]!]
      const length = Math.hypot(flat[2 * a]! - flat[2 * b]!, flat[2 * a + 1]! - flat[2 * b + 1]!)
      for (const [from, to] of [
        [p, q],
        [q, p],
      ] as const)
        if (away[from]! + length < Math.min(away[to]!, reach)) {
          away[to] = away[from]! + length
          changed = true
        }
    }
  }
  return new Set([...away.keys()].filter((particle) => away[particle]! < reach))
}
