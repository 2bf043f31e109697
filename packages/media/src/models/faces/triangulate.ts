import earcut from 'earcut'

/** Allowed inward turn: area of the corner's triangle as a share of the polygon's area. Exporters round coordinates. */
const EPSILON = 1e-6
/** Triangulation takes quadratic time in the number of corners. A pattern piece has a few hundred corners. */
const MAX_CORNERS = 2_000

/**
 * Triangulates a flat polygon with earcut.
 * @param points x, y, z per corner, first the outline, then each hole
 * @param holes index of each hole's first corner
 * @returns three corner indices per triangle; undefined if a triangle fan already draws the polygon correctly, if its
 * area is 0, if it has over 2,000 corners, or if earcut finds no triangle
 */
export function triangulate(points: readonly number[], holes: readonly number[] = []): number[] | undefined {
  if (points.length / 3 > MAX_CORNERS) return undefined
  const outline = holes[0] ?? points.length / 3
  const normal = normalOf(points, outline)
  const size = Math.hypot(...normal)
  if (!(size > 0)) return undefined
  if (holes.length === 0 && isConvex(points, normal, size)) return undefined
  const flat = flatten(points, normal)
  const triangles = earcut(flat, [...holes])
  if (triangles.length === 0) return undefined
  const isTurned =
    areaOf(flat, triangles.slice(0, 3)) > 0 !==
    areaOf(
      flat,
      Array.from({ length: outline }, (_, i) => i),
    ) >
      0
  return isTurned ? triangles.toReversed() : triangles
}

/** Returns twice the outline's area as projected onto each of the three coordinate planes (Newell's method). */
function normalOf(points: readonly number[], count: number): [number, number, number] {
  const normal: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < count; i++) {
    const [a, b] = [i * 3, ((i + 1) % count) * 3]
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
      normal[axis]! += (points[a + u]! - points[b + u]!) * (points[a + v]! + points[b + v]!)
    }
  }
  return normal
}

function isConvex(points: readonly number[], normal: readonly number[], size: number): boolean {
  const count = points.length / 3
  const at = (i: number, axis: number) => points[(i % count) * 3 + axis]!
  for (let i = 0; i < count; i++) {
    const [a, b] = [0, 1].map((step) => [0, 1, 2].map((axis) => at(i + step + 1, axis) - at(i + step, axis)))
    let turn = 0
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
      turn += (a![u]! * b![v]! - a![v]! * b![u]!) * normal[axis]!
    }
    if (turn < -EPSILON * size * size) return false
  }
  return true
}

/** Projects onto the coordinate plane in which the outline's area is largest. */
function flatten(points: readonly number[], normal: readonly number[]): number[] {
  const sides = normal.map(Math.abs)
  const dropped = sides.indexOf(Math.max(...sides))
  return points.filter((_, index) => index % 3 !== dropped)
}

function areaOf(flat: readonly number[], corners: readonly number[]): number {
  return corners.reduce((sum, corner, i) => {
    const next = corners[(i + 1) % corners.length]!
    return sum + flat[corner * 2]! * flat[next * 2 + 1]! - flat[next * 2]! * flat[corner * 2 + 1]!
  }, 0)
}
