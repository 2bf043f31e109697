import type { Mesh } from '../body/surface.js'

export type Vector = readonly [number, number, number]

/** A parametric surface. `u` runs around or across, `v` along, both from 0 to 1. Their cross product faces outwards. */
export interface Sheet {
  at: (u: number, v: number) => Vector
  across: number
  along: number
  /** `width` and `height` of the cloth and `tile` are in metres and only scale the UVs. A tile is 1 unit of UV. */
  width: number
  height: number
  tile: number
  /** In metres. If it is not 0, the mesh also has an inside at this distance, and rims along open edges. */
  thickness?: number
}

export function sheet({ at, across, along, width, height, tile, thickness = 0 }: Sheet): Mesh {
  const e = 1e-4
  const normalAt = (u: number, v: number): Vector => {
    const [u0, u1, v0, v1] = [at(u - e, v), at(u + e, v), at(u, Math.max(v - e, 0)), at(u, Math.min(v + e, 1))]
    const n = cross(minus(u1, u0), minus(v1, v0))
    const length = Math.hypot(...n)
    return length > 1e-14 ? scale(n, 1 / length) : normalAt(u, v < 0.5 ? v + 2e-3 : v - 2e-3)
  }
  const positions: number[] = []
  const normals: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  const add = (p: Vector, n: Vector, u: number, v: number) => {
    positions.push(...p)
    normals.push(...n)
    uvs.push((u * width) / tile, (v * height) / tile)
  }
  const grid = (inside: boolean) => {
    const first = positions.length / 3
    for (let j = 0; j <= along; j++)
      for (let i = 0; i <= across; i++) {
        const [u, v] = [i / across, j / along]
        const n = normalAt(u, v)
        add(inside ? minus(at(u, v), scale(n, thickness)) : at(u, v), inside ? scale(n, -1) : n, u, v)
      }
    for (let j = 0; j < along; j++)
      for (let i = 0; i < across; i++) {
        const a = first + j * (across + 1) + i
        const [b, c, d] = [a + 1, a + across + 1, a + across + 2]
        indices.push(...(inside ? [a, c, b, b, c, d] : [a, b, c, b, d, c]))
      }
  }
  grid(false)
  if (thickness === 0) return meshOf({ positions, normals, uvs, indices })

  grid(true)
  const closed = Math.hypot(...minus(at(0, 0.5), at(1, 0.5))) < 1e-6
  const rim = (points: readonly (readonly [number, number])[], turned: boolean) => {
    const first = positions.length / 3
    for (const [k, [u, v]] of points.entries()) {
      const n = normalAt(u, v)
      const [before, after] = [points[Math.max(k - 1, 0)]!, points[Math.min(k + 1, points.length - 1)]!]
      const way = minus(at(...after), at(...before))
      const out = scale(cross(way, n), (turned ? -1 : 1) / (Math.hypot(...cross(way, n)) || 1))
      add(at(u, v), out, u, v)
      add(minus(at(u, v), scale(n, thickness)), out, u, v)
    }
    for (let k = 0; k + 1 < points.length; k++) {
      const a = first + 2 * k
      indices.push(...(turned ? [a, a + 2, a + 1, a + 1, a + 2, a + 3] : [a, a + 1, a + 2, a + 1, a + 3, a + 2]))
    }
  }
  const steps = (count: number) => Array.from({ length: count + 1 }, (_, i) => i / count)
  for (const v of [0, 1])
    if (spread(at, v) > 1e-4)
      rim(
        steps(across).map((u) => [u, v]),
        v === 1,
      )
  if (!closed)
    for (const u of [0, 1])
      rim(
        steps(along).map((v) => [u, v]),
        u === 0,
      )
  return meshOf({ positions, normals, uvs, indices })
}

/** Distance across a row of points. At a pole, the row is a single point, so it needs no rim. */
function spread(at: Sheet['at'], v: number): number {
  return Math.hypot(...minus(at(0, v), at(0.5, v)))
}

export function meshOf(lists: { positions: number[]; normals: number[]; uvs: number[]; indices: number[] }): Mesh {
  return {
    positions: new Float32Array(lists.positions),
    normals: new Float32Array(lists.normals),
    uvs: new Float32Array(lists.uvs),
    indices: new Uint32Array(lists.indices),
  }
}

export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const scale = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
