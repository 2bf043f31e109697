/** Bowyer-Watson triangulation from left to right. `points` is x, y, x, y ... The triangles are counter-clockwise. */
export function delaunay(points: readonly number[]): number[] {
  const count = points.length / 2
  const x = (i: number) => xs[i]!
  const y = (i: number) => ys[i]!
  // Four neighbours in a lattice share a circle, so several triangulations would be right. Shifting each point by up to
  // 1e-7 m per axis, which nobody can see, makes the result unique.
  const xs = Array.from({ length: count }, (_, i) => points[2 * i]! + 1e-7 * Math.sin(12.9898 * i + 1))
  const ys = Array.from({ length: count }, (_, i) => points[2 * i + 1]! + 1e-7 * Math.sin(78.233 * i + 2))
  // Frame around all points, in metres. Patterns are only a few metres wide, and a larger frame makes circles inexact.
  xs.push(-60, 60, 0)
  ys.push(-60, -60, 60)

  interface Triangle {
    a: number
    b: number
    c: number
    cx: number
    cy: number
    square: number
  }
  const circled = (a: number, b: number, c: number): Triangle => {
    const [bx, by, dx, dy] = [x(b) - x(a), y(b) - y(a), x(c) - x(a), y(c) - y(a)]
    const twice = 2 * (bx * dy - by * dx)
    const [bb, dd] = [bx * bx + by * by, dx * dx + dy * dy]
    const [ux, uy] = [(dy * bb - by * dd) / twice, (bx * dd - dx * bb) / twice]
    return { a, b, c, cx: x(a) + ux, cy: y(a) + uy, square: ux * ux + uy * uy }
  }

  let open = [circled(count, count + 1, count + 2)]
  const done: Triangle[] = []
  const order = Array.from({ length: count }, (_, i) => i).sort((i, j) => x(i) - x(j) || i - j)
  for (const i of order) {
    const edges = new Map<number, [number, number]>()
    const key = (a: number, b: number) => Math.min(a, b) * (count + 3) + Math.max(a, b)
    const flip = (a: number, b: number) => {
      if (!edges.delete(key(a, b))) edges.set(key(a, b), [a, b])
    }
    open = open.filter((triangle) => {
      const [dx, dy] = [x(i) - triangle.cx, y(i) - triangle.cy]
      if (dx > 0 && dx * dx > triangle.square) {
        done.push(triangle)
        return false
      }
      if (dx * dx + dy * dy >= triangle.square) return true
      flip(triangle.a, triangle.b)
      flip(triangle.b, triangle.c)
      flip(triangle.c, triangle.a)
      return false
    })
    for (const [a, b] of edges.values()) open.push(circled(a, b, i))
  }
  return [...done, ...open].filter(({ a, b, c }) => Math.max(a, b, c) < count).flatMap(({ a, b, c }) => [a, b, c])
}
