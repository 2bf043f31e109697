import type { Mesh } from '../body/surface.js'
import { cross, meshOf, minus, plus, scale, type Vector } from './sheet.js'

/** A point of a path on a surface. `up` is the surface's normal at this point. */
export interface Step {
  at: Vector
  up: Vector
}

/** Sweeps a closed profile (across, up) that is clockwise when seen along the path. Open paths get flat ends. */
export function sweep(
  path: readonly Step[],
  profile: readonly (readonly [across: number, up: number])[],
  tile: number,
  closed = false,
): Mesh {
  const lists = { positions: [] as number[], normals: [] as number[], uvs: [] as number[], indices: [] as number[] }
  const sides = profile.length
  let around = 0
  const girth = [
    0,
    ...profile.map((p, k) => (around += Math.hypot(...(minus2(profile[(k + 1) % sides]!, p) as [number, number])))),
  ]
  let along = 0
  const rows = closed ? [...path, path[0]!] : path
  for (const [i, { at, up }] of rows.entries()) {
    const last = path.length - 1
    const before = i > 0 ? rows[i - 1]!.at : closed ? path[last]!.at : at
    const after = i < rows.length - 1 ? rows[i + 1]!.at : closed ? path[1]!.at : at
    const way = unit(minus(after, before))
    const across = unit(cross(way, up))
    const off = cross(across, way)
    if (i > 0) along += Math.hypot(...minus(at, rows[i - 1]!.at))
    for (let k = 0; k <= sides; k++) {
      const p = profile[k % sides]!
      const [q, r] = [profile[(k + sides - 1) % sides]!, profile[(k + 1) % sides]!]
      const out = unit2([-(r[1] - q[1]), r[0] - q[0]])
      lists.positions.push(...plus(at, plus(scale(across, p[0]), scale(off, p[1]))))
      lists.normals.push(...plus(scale(across, out[0]), scale(off, out[1])))
      lists.uvs.push(girth[k]! / tile, along / tile)
    }
  }
  const width = sides + 1
  for (let i = 0; i + 1 < rows.length; i++)
    for (let k = 0; k < sides; k++) {
      const a = i * width + k
      lists.indices.push(a, a + 1, a + width, a + 1, a + width + 1, a + width)
    }
  if (!closed)
    for (const [row, turned] of [
      [0, false],
      [rows.length - 1, true],
    ] as const)
      for (let k = 1; k + 1 < sides; k++) {
        const first = row * width
        lists.indices.push(...(turned ? [first, first + k + 1, first + k] : [first, first + k, first + k + 1]))
      }
  return meshOf(lists)
}

export function bandProfile(width: number, height: number): [number, number][] {
  const [w, r] = [width / 2, Math.min(width, height) / 3]
  return [
    [-w, 0],
    [-w, height - r],
    [-w + r, height],
    [w - r, height],
    [w, height - r],
    [w, 0],
  ]
}

export function cordProfile(radius: number, sides = 8): [number, number][] {
  return Array.from({ length: sides }, (_, i) => {
    const angle = -(i / sides) * 2 * Math.PI
    return [radius * Math.cos(angle), radius + radius * Math.sin(angle)]
  })
}

const minus2 = (a: readonly [number, number], b: readonly [number, number]) => [a[0] - b[0], a[1] - b[1]] as const
const unit2 = ([x, y]: readonly [number, number]) => {
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length] as const
}
export function unit(v: Vector): Vector {
  return scale(v, 1 / (Math.hypot(...v) || 1))
}
