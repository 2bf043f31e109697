type Point = readonly [number, number]

/** A smooth curve through the points, with `steps` segments between each point and the next. */
export function catmullRom(points: readonly Point[], steps: number): [number, number][] {
  const dense: [number, number][] = []
  for (let i = 0; i + 1 < points.length; i++) {
    const [p1, p2] = [points[i]!, points[i + 1]!]
    const [p0, p3] = [points[i - 1] ?? p1, points[i + 2] ?? p2]
    for (let s = 0; s < steps; s++) {
      const t = s / steps
      const at = (k: 0 | 1) =>
        p1[k] +
        0.5 *
          t *
          (p2[k] - p0[k] + t * (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k] + t * (3 * (p1[k] - p2[k]) + p3[k] - p0[k])))
      dense.push([at(0), at(1)])
    }
  }
  dense.push([...points.at(-1)!])
  return dense
}
