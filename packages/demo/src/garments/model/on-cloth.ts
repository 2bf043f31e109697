import type { Mesh } from '../body/surface.js'
import { cut, type Flat } from '../cloth/pattern.js'
import type { Cloth } from '../cloth/sew.js'
import { meshOf, minus, plus, scale, type Vector } from './sheet.js'
import type { Skin } from './shell.js'
import type { Step } from './sweep.js'

/** Maps a point of a flat piece to the draped cloth and its normal. Beyond the edge, it takes a point near the edge. */
export type OnCloth = (x: number, y: number) => Step

/** Returns the mapping of a piece, so that pockets, lapels, buttons and stitches can be drawn on the flat piece. */
export function onCloth(cloth: Cloth, skin: Skin, piece: string): OnCloth {
  const number = cloth.pieces.indexOf(piece)
  const cell = 0.02
  const cells = new Map<string, number[]>()
  const all: number[] = []
  const flat = (wedge: number): Flat => [cloth.flat[2 * wedge]!, cloth.flat[2 * wedge + 1]!]
  for (let t = 0; t < cloth.triangles.length; t += 3) {
    if (cloth.pieceOf[cloth.triangles[t]!] !== number) continue
    all.push(t)
    const corners = [0, 1, 2].map((k) => flat(cloth.triangles[t + k]!))
    const range = (k: 0 | 1) => {
      const values = corners.map((corner) => corner[k])
      return [Math.floor(Math.min(...values) / cell), Math.floor(Math.max(...values) / cell)] as const
    }
    const [[left, right], [low, high]] = [range(0), range(1)]
    for (let i = left; i <= right; i++)
      for (let j = low; j <= high; j++) {
        const key = `${i},${j}`
        cells.set(key, [...(cells.get(key) ?? []), t])
      }
  }
  const shares = (t: number, x: number, y: number): [number, number, number] => {
    const [a, b, c] = [0, 1, 2].map((k) => flat(cloth.triangles[t + k]!)) as [Flat, Flat, Flat]
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    const u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area
    const v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area
    return [u, v, 1 - u - v]
  }
  return (x, y) => {
    const near = cells.get(`${Math.floor(x / cell)},${Math.floor(y / cell)}`) ?? all
    let best = { t: -1, inside: -Infinity, shares: [0, 0, 0] as [number, number, number] }
    for (const list of [near, all]) {
      for (const t of list) {
        const found = shares(t, x, y)
        const inside = Math.min(...found)
        if (inside > best.inside) best = { t, inside, shares: found }
      }
      if (best.inside > -0.3) break
    }
    const clamped = best.shares.map((share) => Math.max(share, 0))
    const sum = clamped.reduce((a, b) => a + b, 0)
    const mix = (values: Float32Array): Vector =>
      [0, 1, 2].map((axis) =>
        [0, 1, 2].reduce(
          (total, k) => total + (clamped[k]! / sum) * values[3 * cloth.triangles[best.t + k]! + axis]!,
          0,
        ),
      ) as unknown as Vector
    const up = mix(skin.normals)
    return { at: mix(skin.positions), up: scale(up, 1 / (Math.hypot(...up) || 1)) }
  }
}

export interface Applique {
  /** Outline on the flat piece. It runs counter-clockwise and is split at corners. */
  outline: readonly (readonly Flat[])[]
  /** Metres from the cloth below to this piece's top. */
  lift: number | ((x: number, y: number) => number)
  tile: number
  spacing?: number
  /** Degrees between the threads of this piece and those of the cloth below. */
  turn?: number
}

/** Makes a second layer on the cloth. The layer has a top and walls. */
export function applique(on: OnCloth, { outline, lift, tile, spacing = 0.008, turn = 0 }: Applique): Mesh {
  const lists = { positions: [] as number[], normals: [] as number[], uvs: [] as number[], indices: [] as number[] }
  const edges = Object.fromEntries(outline.map((points, i) => [`e${i}`, points]))
  const counts = Object.fromEntries(
    outline.map((points, i) => [
      `e${i}`,
      Math.max(
        1,
        Math.ceil(
          points.slice(1).reduce((sum, p, k) => sum + Math.hypot(p[0] - points[k]![0], p[1] - points[k]![1]), 0) /
            spacing,
        ),
      ),
    ]),
  )
  const done = cut({ name: 'applique', edges, place: () => [0, 0, 0] }, counts, spacing)
  const count = done.points.length / 2
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const height = (x: number, y: number) => (typeof lift === 'number' ? lift : lift(x, y))
  const add = (p: Vector, n: Vector, x: number, y: number) => {
    lists.positions.push(...p)
    lists.normals.push(...n)
    lists.uvs.push((x * cos - y * sin) / tile, (x * sin + y * cos) / tile)
  }
  const steps = Array.from({ length: count }, (_, i) => on(done.points[2 * i]!, done.points[2 * i + 1]!))
  for (let i = 0; i < count; i++) {
    const [x, y] = [done.points[2 * i]!, done.points[2 * i + 1]!]
    add(plus(steps[i]!.at, scale(steps[i]!.up, height(x, y))), steps[i]!.up, x, y)
  }
  lists.indices.push(...done.triangles)
  const ring = Object.values(done.edges).flatMap((edge) => edge.slice(0, -1))
  const first = count
  const below = 0.001
  for (const [k, i] of [...ring, ring[0]!].entries()) {
    const [x, y] = [done.points[2 * i]!, done.points[2 * i + 1]!]
    const way = minus(steps[ring[(k + 1) % ring.length]!]!.at, steps[ring[(k + ring.length - 1) % ring.length]!]!.at)
    const { at, up } = steps[i]!
    const out: Vector = [
      way[1] * up[2] - way[2] * up[1],
      way[2] * up[0] - way[0] * up[2],
      way[0] * up[1] - way[1] * up[0],
    ]
    const side = scale(out, 1 / (Math.hypot(...out) || 1))
    // The upper edge is shaded as if it were rounded. Shaded like flat walls, pockets and lapels had a dark outline.
    const round = scale(plus(side, up), Math.SQRT1_2)
    add(plus(at, scale(up, height(x, y))), round, x, y)
    // The weave continues down the wall. The wall would look frayed if the edge's threads were stretched over it.
    const [next, last] = [ring[(k + 1) % ring.length]!, ring[(k + ring.length - 1) % ring.length]!]
    const along: Flat = [
      done.points[2 * next]! - done.points[2 * last]!,
      done.points[2 * next + 1]! - done.points[2 * last + 1]!,
    ]
    const down = (height(x, y) + below) / (Math.hypot(...along) || 1)
    add(plus(at, scale(up, -below)), side, x + along[1] * down, y - along[0] * down)
  }
  for (let k = 0; k < ring.length; k++) {
    const a = first + 2 * k
    lists.indices.push(a, a + 1, a + 2, a + 2, a + 1, a + 3)
  }
  return meshOf(lists)
}

/** `length`, `gap` and `width` (half a stitch) are in the line's units, `lift` and `height` in metres off the cloth. */
export function stitches(
  on: OnCloth,
  line: readonly Flat[],
  { lift = 0.0006, length = 0.0032, gap = 0.0013, width = 0.001, height = 0.001 } = {},
): Mesh {
  const lists = { positions: [] as number[], normals: [] as number[], uvs: [] as number[], indices: [] as number[] }
  for (let i = 0; i + 1 < line.length; i++) {
    const [p, q] = [line[i]!, line[i + 1]!]
    const total = Math.hypot(q[0] - p[0], q[1] - p[1])
    const [dx, dy] = [(q[0] - p[0]) / total, (q[1] - p[1]) / total]
    for (let s = gap / 2; s + length <= total; s += length + gap) {
      const ends = [s, s + length].map((d) => on(p[0] + dx * d, p[1] + dy * d)) as [Step, Step]
      const middle = on(p[0] + dx * (s + length / 2), p[1] + dy * (s + length / 2))
      const side = [-1, 1].map((k) =>
        on(p[0] + dx * (s + length / 2) - dy * width * k, p[1] + dy * (s + length / 2) + dx * width * k),
      ) as [Step, Step]
      const first = lists.positions.length / 3
      for (const [{ at, up }, high] of [
        [ends[0], lift * 0.3],
        [ends[1], lift * 0.3],
        [side[0], lift * 0.5],
        [side[1], lift * 0.5],
        [middle, lift + height],
      ] as const) {
        lists.positions.push(...plus(at, scale(up, high)))
        lists.normals.push(...up)
        lists.uvs.push(0, 0)
      }
      lists.indices.push(
        first,
        first + 2,
        first + 4,
        first + 2,
        first + 1,
        first + 4,
        first + 1,
        first + 3,
        first + 4,
        first + 3,
        first,
        first + 4,
      )
    }
  }
  return meshOf(lists)
}
