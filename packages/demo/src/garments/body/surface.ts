import type { Field, Point } from './field.js'

/** Triangles with vertex normals. `uvs` are in metres on the cloth until they are scaled to fabric tiles. */
export interface Mesh {
  positions: Float32Array<ArrayBuffer>
  normals: Float32Array<ArrayBuffer>
  uvs: Float32Array<ArrayBuffer>
  indices: Uint32Array<ArrayBuffer>
}

/** Meshes a field by surface nets. UVs are metres along the y axis, and around it on a circle of radius UV_RADIUS. */
export function surfaceOf(field: Field, low: Point, high: Point, cell: number): Mesh {
  const [nx, ny, nz] = [0, 1, 2].map((k) => Math.ceil((high[k]! - low[k]!) / cell) + 1) as [number, number, number]
  const value = new Float32Array(nx * ny * nz)
  const index = (i: number, j: number, k: number) => i + nx * (j + ny * k)
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++)
        value[index(i, j, k)] = field(low[0] + i * cell, low[1] + j * cell, low[2] + k * cell)

  const positions: number[] = []
  const vertexOf = new Int32Array(nx * ny * nz).fill(-1)
  const isIn = (i: number, j: number, k: number) => value[index(i, j, k)]! < 0
  for (let k = 0; k < nz - 1; k++)
    for (let j = 0; j < ny - 1; j++)
      for (let i = 0; i < nx - 1; i++) {
        let inside = 0
        for (let c = 0; c < 8; c++) inside += isIn(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)) ? 1 : 0
        if (inside === 0 || inside === 8) continue
        vertexOf[index(i, j, k)] = positions.length / 3
        positions.push(low[0] + (i + 0.5) * cell, low[1] + (j + 0.5) * cell, low[2] + (k + 0.5) * cell)
      }

  const indices: number[] = []
  const quad = (a: number, b: number, c: number, d: number, flip: boolean) =>
    indices.push(...(flip ? [a, c, b, a, d, c] : [a, b, c, a, c, d]))
  const v = (i: number, j: number, k: number) => vertexOf[index(i, j, k)]!
  for (let k = 1; k < nz - 1; k++)
    for (let j = 1; j < ny - 1; j++)
      for (let i = 1; i < nx - 1; i++) {
        const here = isIn(i, j, k)
        if (here !== isIn(i + 1, j, k)) quad(v(i, j - 1, k - 1), v(i, j, k - 1), v(i, j, k), v(i, j - 1, k), !here)
        if (here !== isIn(i, j + 1, k)) quad(v(i - 1, j, k - 1), v(i - 1, j, k), v(i, j, k), v(i, j, k - 1), !here)
        if (here !== isIn(i, j, k + 1)) quad(v(i - 1, j - 1, k), v(i, j - 1, k), v(i, j, k), v(i - 1, j, k), !here)
      }
  return unrolled(ontoSkin(field, new Float32Array(positions), cell), indices)
}

/** Gives triangles across the seam at the back copies of vertices with UVs shifted by a turn, so that no UVs jump. */
function unrolled(skin: Omit<Mesh, 'indices'>, indices: readonly number[]): Mesh {
  const lists = [Array.from(skin.positions), Array.from(skin.normals), Array.from(skin.uvs)] as const
  const turned = new Map<number, number>()
  const furtherOn = (vertex: number): number => {
    if (!turned.has(vertex)) {
      turned.set(vertex, lists[2].length / 2)
      for (const list of [lists[0], lists[1]]) list.push(...list.slice(3 * vertex, 3 * vertex + 3))
      lists[2].push(skin.uvs[2 * vertex]! + 2 * Math.PI * UV_RADIUS, skin.uvs[2 * vertex + 1]!)
    }
    return turned.get(vertex)!
  }
  const kept = indices.map((vertex, i) => {
    const u = (k: number) => skin.uvs[2 * indices[i - (i % 3) + k]!]!
    const most = Math.max(u(0), u(1), u(2))
    return skin.uvs[2 * vertex]! < most - Math.PI * UV_RADIUS ? furtherOn(vertex) : vertex
  })
  return {
    positions: new Float32Array(lists[0]),
    normals: new Float32Array(lists[1]),
    uvs: new Float32Array(lists[2]),
    indices: new Uint32Array(kept),
  }
}

/** Radius in metres at which UVs have their true size. Ten linen tiles of 8 cm fit around this circle. */
const UV_RADIUS = 0.8 / (2 * Math.PI)

function ontoSkin(field: Field, positions: Float32Array<ArrayBuffer>, cell: number) {
  const normals = new Float32Array(positions.length)
  const uvs = new Float32Array((positions.length / 3) * 2)
  const e = 0.002
  for (let at = 0; at < positions.length; at += 3) {
    let [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!]
    let g: [number, number, number] = [0, 1, 0]
    for (let round = 0; round < 5; round++) {
      g = [
        (field(x + e, y, z) - field(x - e, y, z)) / (2 * e),
        (field(x, y + e, z) - field(x, y - e, z)) / (2 * e),
        (field(x, y, z + e) - field(x, y, z - e)) / (2 * e),
      ]
      const square = Math.max(g[0] * g[0] + g[1] * g[1] + g[2] * g[2], 0.1)
      const step = Math.max(-cell, Math.min(cell, field(x, y, z))) / square
      ;[x, y, z] = [x - step * g[0], y - step * g[1], z - step * g[2]]
    }
    positions.set([x, y, z], at)
    const length = Math.hypot(...g)
    normals.set([g[0] / length, g[1] / length, g[2] / length], at)
    uvs.set([Math.atan2(x, z) * UV_RADIUS, y], (at / 3) * 2)
  }
  return { positions, normals, uvs }
}
