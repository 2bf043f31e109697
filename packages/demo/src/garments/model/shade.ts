import type { Mesh } from '../body/surface.js'

/** Edge of a grid cell (CELL) and maximum length of a ray (REACH), in metres. */
const CELL = 0.006
const REACH = 0.11
const RAYS = 28

/**
 * Brightness by ambient occlusion, from 0 (dark) to 1, as three equal values per vertex. The model stores it, because
 * viewers' lights do not darken folds. A vertex's rays end at grid cells with a vertex or the centre of a triangle.
 */
export function shade(meshes: readonly Mesh[], strength = 0.75): Float32Array<ArrayBuffer>[] {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (const { positions } of meshes)
    for (let i = 0; i < positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3]!, positions[i]!)
      high[i % 3] = Math.max(high[i % 3]!, positions[i]!)
    }
  const [nx, ny, nz] = [0, 1, 2].map((k) => Math.ceil((high[k]! - low[k]!) / CELL) + 1) as [number, number, number]
  const [x0, y0, z0] = low as [number, number, number]
  const cells = new Uint8Array(nx * ny * nz)
  const key = (x: number, y: number, z: number): number => {
    const i = Math.floor((x - x0) / CELL)
    const j = Math.floor((y - y0) / CELL)
    const k = Math.floor((z - z0) / CELL)
    return i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz ? -1 : i + nx * (j + ny * k)
  }
  for (const { positions: p, indices } of meshes)
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [3 * indices[t]!, 3 * indices[t + 1]!, 3 * indices[t + 2]!]
      for (const [u, v] of samples) {
        const w = 1 - u - v
        cells[
          key(
            p[a]! * u + p[b]! * v + p[c]! * w,
            p[a + 1]! * u + p[b + 1]! * v + p[c + 1]! * w,
            p[a + 2]! * u + p[b + 2]! * v + p[c + 2]! * w,
          )
        ] = 1
      }
    }

  return meshes.map(({ positions, normals, indices }) => {
    const colours = new Float32Array(positions.length)
    for (let i = 0; i < positions.length; i += 3) {
      const [nx, ny, nz] = [normals[i]!, normals[i + 1]!, normals[i + 2]!]
      let [seen, all] = [0, 0]
      for (const [dx, dy, dz] of DIRECTIONS) {
        const facing = dx * nx + dy * ny + dz * nz
        if (facing < 0.15) continue
        all += facing
        // A ray skips the first cells, because they belong to the surface itself.
        let at = CELL * 2.2
        while (
          at < REACH &&
          cells[
            key(
              positions[i]! + nx * CELL + dx * at,
              positions[i + 1]! + ny * CELL + dy * at,
              positions[i + 2]! + nz * CELL + dz * at,
            )
          ] !== 1
        )
          at += CELL
        seen += facing * Math.min(1, at / REACH) ** 0.7
      }
      const light = all > 0 ? 1 - strength * (1 - seen / all) : 1
      colours.fill(light * light, i, i + 3)
    }
    return spread(spread(colours, indices), indices)
  })
}

/** Averages each vertex with its neighbours, because few rays give noisy brightness. */
function spread(colours: Float32Array, indices: Uint32Array): Float32Array<ArrayBuffer> {
  const sum = Float32Array.from(colours)
  const count = new Float32Array(colours.length / 3).fill(1)
  for (let i = 0; i < indices.length; i++) {
    const [a, b] = [indices[i]!, indices[i % 3 === 2 ? i - 2 : i + 1]!]
    sum[3 * a]! += colours[3 * b]!
    count[a]!++
  }
  return sum.map((_, i) => sum[i - (i % 3)]! / count[(i - (i % 3)) / 3]!)
}

/** Evenly distributed directions (Fibonacci sphere). */
const DIRECTIONS = Array.from({ length: RAYS * 2 }, (_, i) => {
  const y = 1 - (2 * i + 1) / (RAYS * 2)
  const [radius, angle] = [Math.sqrt(1 - y * y), i * Math.PI * (3 - Math.sqrt(5))]
  return [radius * Math.cos(angle), y, radius * Math.sin(angle)] as const
})

const samples = [
  [1, 0],
  [0, 1],
  [0, 0],
  [1 / 3, 1 / 3],
] as const
