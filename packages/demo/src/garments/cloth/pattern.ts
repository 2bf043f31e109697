import { catmullRom } from '../model/catmull-rom.js'
import { delaunay } from './delaunay.js'

export type Flat = readonly [x: number, y: number]

/** A flat pattern piece in metres. Its outside faces the viewer, and its edges follow each other counter-clockwise. */
export interface Piece {
  name: string
  /** Points of each edge. More than two points form a smooth curve. Each edge ends where the next edge begins. */
  edges: Record<string, readonly Flat[]>
  /** Position of a point around the body before sewing. */
  place: (x: number, y: number) => readonly [number, number, number]
  /** Degrees by which the warp leans to the right of the vertical. With 45, the piece is cut on the bias. */
  grain?: number
}

export interface CutPiece {
  /** Coordinates in the order x, y, x, y ... */
  points: number[]
  triangles: number[]
  /** Vertices along each edge, in the edge's direction. */
  edges: Record<string, number[]>
}

const curve = (points: readonly Flat[]): readonly Flat[] => (points.length === 2 ? points : catmullRom(points, 16))

export function lengthOf(points: readonly Flat[]): number {
  const dense = curve(points)
  return dense.slice(1).reduce((sum, p, i) => sum + Math.hypot(p[0] - dense[i]![0], p[1] - dense[i]![1]), 0)
}

/** Returns `count` + 1 evenly spaced points along the curve, including both ends. */
function evenly(points: readonly Flat[], count: number): Flat[] {
  const dense = curve(points)
  const along = [0]
  for (let i = 1; i < dense.length; i++)
    along.push(along[i - 1]! + Math.hypot(dense[i]![0] - dense[i - 1]![0], dense[i]![1] - dense[i - 1]![1]))
  let at = 0
  return Array.from({ length: count + 1 }, (_, step): Flat => {
    const wanted = (along.at(-1)! * step) / count
    while (at < along.length - 2 && along[at + 1]! < wanted) at++
    const t = Math.min(1, (wanted - along[at]!) / (along[at + 1]! - along[at]!))
    const [p, q] = [dense[at]!, dense[at + 1]!]
    return [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]
  })
}

/** Triangulates a piece. Inner points form a square lattice. Edges get `counts` equal segments, so sewn edges match. */
export function cut(piece: Piece, counts: Record<string, number>, spacing: number): CutPiece {
  const outline: Flat[] = []
  const edges: Record<string, number[]> = {}
  const names = Object.keys(piece.edges)
  for (const name of names) {
    const points = evenly(piece.edges[name]!, counts[name]!)
    edges[name] = points.map((_, i) => outline.length + i)
    outline.push(...points.slice(0, -1))
  }
  edges[names.at(-1)!]!.splice(-1, 1, 0)

  const points = outline.flat()
  const [xs, ys] = [outline.map((p) => p[0]), outline.map((p) => p[1])]
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  // The squares' sides follow the threads, which hardly stretch. The diagonals follow the bias, which stretches.
  const grain = ((piece.grain ?? 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(grain), Math.sin(grain)]
  const [middleX, middleY] = [(left + right) / 2, (low + high) / 2]
  const reach = Math.ceil(Math.hypot(right - left, high - low) / 2 / spacing)
  for (let j = -reach; j <= reach; j++)
    for (let i = -reach; i <= reach; i++) {
      const x = middleX + (i * cos + j * sin) * spacing
      const y = middleY + (j * cos - i * sin) * spacing
      if (isInside(outline, x, y) && distanceTo(outline, x, y) > 0.6 * spacing) points.push(x, y)
    }

  const all = delaunay(points)
  const triangles: number[] = []
  for (let i = 0; i < all.length; i += 3) {
    const [a, b, c] = [all[i]!, all[i + 1]!, all[i + 2]!]
    const [x, y] = [0, 1].map((k) => (points[2 * a + k]! + points[2 * b + k]! + points[2 * c + k]!) / 3) as [
      number,
      number,
    ]
    if (isInside(outline, x, y)) triangles.push(a, b, c)
  }
  return { points, triangles, edges }
}

function isInside(outline: readonly Flat[], x: number, y: number): boolean {
  let inside = false
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [outline[i]!, outline[j]!]
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

function distanceTo(outline: readonly Flat[], x: number, y: number): number {
  let nearest = Infinity
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [outline[i]!, outline[j]!]
    const [dx, dy] = [xj - xi, yj - yi]
    const t = Math.min(Math.max(((x - xi) * dx + (y - yi) * dy) / (dx * dx + dy * dy || 1), 0), 1)
    nearest = Math.min(nearest, Math.hypot(x - xi - t * dx, y - yi - t * dy))
  }
  return nearest
}
