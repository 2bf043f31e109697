import { WebIO, type Document, type Mesh } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'

export interface Shape {
  name: string
  positions: ArrayLike<number>
  /** Positions in the other poses of the animation. */
  targets: ArrayLike<number>[]
  normals: ArrayLike<number>
  indices: ArrayLike<number>
}

export async function readGarment(bytes: Uint8Array): Promise<{ document: Document; shapes: Shape[] }> {
  const document = await new WebIO().registerExtensions(ALL_EXTENSIONS).readBinary(bytes)
  return { document, shapes: document.getRoot().listMeshes().map(shapeOf) }
}

function shapeOf(mesh: Mesh): Shape {
  const primitive = mesh.listPrimitives()[0]!
  const read = (name: string) => primitive.getAttribute(name)!.getArray()!
  const positions = read('POSITION')
  return {
    name: mesh.getName(),
    positions,
    targets: primitive.listTargets().map((target) => {
      const moved = target.getAttribute('POSITION')!.getArray()!
      return Float32Array.from(positions, (value, i) => value + moved[i]!)
    }),
    normals: read('NORMAL'),
    indices: primitive.getIndices()!.getArray()!,
  }
}

/**
 * Returns each vertex's distance from the form in metres, along the normal of the form's nearest vertex. The distance
 * is negative inside the form. Vertices that are more than 4 cm away are omitted.
 */
export function clearances(cloth: ArrayLike<number>, form: Shape): number[] {
  const cell = 0.04
  const key = (x: number, y: number, z: number) => `${x},${y},${z}`
  const place = (value: number) => Math.floor(value / cell)
  const cells = new Map<string, number[]>()
  for (let i = 0; i < form.positions.length; i += 3) {
    const name = key(place(form.positions[i]!), place(form.positions[i + 1]!), place(form.positions[i + 2]!))
    const list = cells.get(name)
    if (list) list.push(i)
    else cells.set(name, [i])
  }
  const found: number[] = []
  for (let i = 0; i < cloth.length; i += 3) {
    const p = [cloth[i]!, cloth[i + 1]!, cloth[i + 2]!] as const
    let [nearest, square] = [-1, cell * cell]
    for (let n = 0; n < 27; n++) {
      const near = cells.get(
        key(place(p[0]) + (n % 3) - 1, place(p[1]) + (Math.floor(n / 3) % 3) - 1, place(p[2]) + Math.floor(n / 9) - 1),
      )
      for (const j of near ?? []) {
        const away =
          (p[0] - form.positions[j]!) ** 2 + (p[1] - form.positions[j + 1]!) ** 2 + (p[2] - form.positions[j + 2]!) ** 2
        if (away < square) [nearest, square] = [j, away]
      }
    }
    if (nearest < 0) continue
    found.push(
      [0, 1, 2].reduce((sum, k) => sum + (p[k]! - form.positions[nearest + k]!) * form.normals[nearest + k]!, 0),
    )
  }
  return found
}

/** Background that the silhouette encloses. `across` and `up` locate its first point in the picture, in metres. */
export interface Gap {
  squareMetres: number
  across: number
  up: number
}

/** Returns the silhouette's gaps, seen from `azimuth` degrees in a picture with pixels of 3 mm. */
export function gapsIn(shapes: readonly Shape[], azimuth: number): Gap[] {
  const pixel = 0.003
  const [sin, cos] = [Math.sin((azimuth * Math.PI) / 180), Math.cos((azimuth * Math.PI) / 180)]
  const flat = shapes.map(({ positions, indices }) => ({
    xs: Float64Array.from(
      { length: positions.length / 3 },
      (_, i) => (positions[3 * i]! * cos - positions[3 * i + 2]! * sin) / pixel,
    ),
    ys: Float64Array.from({ length: positions.length / 3 }, (_, i) => positions[3 * i + 1]! / pixel),
    indices,
  }))
  const extent = (key: 'xs' | 'ys', pick: (a: number, b: number) => number) =>
    flat.reduce((all, shape) => shape[key].reduce((a, b) => pick(a, b), all), pick === Math.min ? Infinity : -Infinity)
  const [left, low] = [Math.floor(extent('xs', Math.min)) - 2, Math.floor(extent('ys', Math.min)) - 2]
  const width = Math.ceil(extent('xs', Math.max)) - left + 3
  const height = Math.ceil(extent('ys', Math.max)) - low + 3
  const filled = new Uint8Array(width * height)
  for (const { xs, ys, indices } of flat)
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!]
      fill(filled, width, [xs[a]! - left, ys[a]! - low, xs[b]! - left, ys[b]! - low, xs[c]! - left, ys[c]! - low])
    }
  const flood = (from: number): number => {
    let count = 1
    const open = [from]
    filled[from] = 2
    while (open.length > 0) {
      const at = open.pop()!
      for (const next of [at - 1, at + 1, at - width, at + width])
        if (next >= 0 && next < filled.length && filled[next] === 0) {
          filled[next] = 2
          open.push(next)
          count++
        }
    }
    return count
  }
  flood(0)
  const gaps: Gap[] = []
  for (let at = filled.indexOf(0); at >= 0; at = filled.indexOf(0, at)) {
    const [across, up] = [((at % width) + left) * pixel, (Math.floor(at / width) + low) * pixel]
    gaps.push({ squareMetres: flood(at) * pixel * pixel, across, up })
  }
  return gaps
}

/** Marks pixels whose centre lies in the triangle. The triangle is slightly enlarged, so that neighbours meet. */
function fill(
  filled: Uint8Array,
  width: number,
  [ax, ay, bx, by, cx, cy]: [number, number, number, number, number, number],
): void {
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (Math.abs(area) < 1e-9) return
  for (let y = Math.floor(Math.min(ay, by, cy)); y <= Math.ceil(Math.max(ay, by, cy)); y++)
    for (let x = Math.floor(Math.min(ax, bx, cx)); x <= Math.ceil(Math.max(ax, bx, cx)); x++) {
      const u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
      const v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
      if (Math.min(u, v, 1 - u - v) > -1e-6) filled[y * width + x] = 1
    }
}
