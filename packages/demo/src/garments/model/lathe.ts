import type { Mesh } from '../body/surface.js'
import { catmullRom } from './catmull-rom.js'

/** A solid of revolution about the vertical axis through (x, z). Its profile runs from the top down. */
export function lathe(profile: readonly (readonly [radius: number, y: number])[], x = 0, z = 0, sides = 48): Mesh {
  const positions: number[] = []
  const normals: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  let along = 0
  for (let row = 0; row + 1 < profile.length; row++) {
    const [[r0, y0], [r1, y1]] = [profile[row]!, profile[row + 1]!]
    const length = Math.hypot(r1 - r0, y1 - y0) || 1
    const [out, up] = [(y0 - y1) / length, (r1 - r0) / length]
    const first = positions.length / 3
    for (const [radius, y, v] of [
      [r0, y0, along],
      [r1, y1, along + length],
    ] as const)
      for (let side = 0; side <= sides; side++) {
        const angle = (side / sides) * 2 * Math.PI
        const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
        positions.push(x + radius * sin, y, z + radius * cos)
        normals.push(out * sin, up, out * cos)
        uvs.push((angle * Math.max(r0, r1)) / 0.2, v / 0.2)
      }
    along += length
    for (let side = 0; side < sides; side++) {
      const [a, b] = [first + side, first + side + sides + 1]
      indices.push(a, b, a + 1, a + 1, b, b + 1)
    }
  }
  return {
    positions: new Float32Array(positions),
    normals: new Float32Array(normals),
    uvs: new Float32Array(uvs),
    indices: new Uint32Array(indices),
  }
}

/** Smooths a profile with `steps` segments between each point and the next. No radius becomes negative. */
export const rounded = (points: readonly (readonly [number, number])[], steps = 6): [number, number][] =>
  catmullRom(points, steps).map(([radius, y]) => [Math.max(radius, 0), y])

export function merged(meshes: readonly Mesh[]): Mesh {
  const total = (key: 'positions' | 'normals' | 'uvs' | 'indices') =>
    meshes.reduce((sum, mesh) => sum + mesh[key].length, 0)
  const out: Mesh = {
    positions: new Float32Array(total('positions')),
    normals: new Float32Array(total('normals')),
    uvs: new Float32Array(total('uvs')),
    indices: new Uint32Array(total('indices')),
  }
  const at = { positions: 0, normals: 0, uvs: 0, indices: 0 }
  for (const mesh of meshes) {
    const first = at.positions / 3
    for (const key of ['positions', 'normals', 'uvs'] as const) {
      out[key].set(mesh[key], at[key])
      at[key] += mesh[key].length
    }
    out.indices.set(
      mesh.indices.map((index) => index + first),
      at.indices,
    )
    at.indices += mesh.indices.length
  }
  return out
}
