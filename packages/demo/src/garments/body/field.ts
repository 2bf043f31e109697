/** A solid as a signed distance in metres, negative inside, accurate near the surface. */
export type Field = (x: number, y: number, z: number) => number

export type Point = readonly [number, number, number]

/** Joins two solids with a fillet about `blend` metres wide. */
export function union(a: Field, b: Field, blend: number): Field {
  return (x, y, z) => {
    const [da, db] = [a(x, y, z), b(x, y, z)]
    const h = Math.max(blend - Math.abs(da - db), 0) / blend
    return Math.min(da, db) - (h * h * blend) / 4
  }
}

/** Intersects two solids, with a rounded edge. */
export function intersection(a: Field, b: Field, blend: number): Field {
  const inverse = union(
    (x, y, z) => -a(x, y, z),
    (x, y, z) => -b(x, y, z),
    blend,
  )
  return (x, y, z) => -inverse(x, y, z)
}

export function mirrored(field: Field): Field {
  return (x, y, z) => field(Math.abs(x), y, z)
}

/** Distance to an ellipsoid by Inigo Quilez' bound `k0 (k0 - 1) / k1`. On the surface it is exact to first order. */
export function ellipsoid([cx, cy, cz]: Point, [rx, ry, rz]: Point): Field {
  return (x, y, z) => {
    const [px, py, pz] = [(x - cx) / rx, (y - cy) / ry, (z - cz) / rz]
    const k0 = Math.hypot(px, py, pz)
    return (k0 * (k0 - 1)) / Math.max(Math.hypot(px / rx, py / ry, pz / rz), 1e-9)
  }
}

export function limb(a: Point, ra: number, b: Point, rb: number): Field {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const square = dx * dx + dy * dy + dz * dz
  return (x, y, z) => {
    const [px, py, pz] = [x - a[0], y - a[1], z - a[2]]
    const t = Math.min(Math.max((px * dx + py * dy + pz * dz) / square, 0), 1)
    return Math.hypot(px - t * dx, py - t * dy, pz - t * dz) - (ra + (rb - ra) * t)
  }
}

/** Horizontal section of a trunk. `forward` is the offset of the section's centre towards the front. */
export type Section = readonly [y: number, halfWidth: number, halfDepth: number, forward: number]

/** A trunk through elliptical sections in ascending order. It is smooth between sections and cut flat at both ends. */
export function trunk(sections: readonly Section[]): Field {
  const [low, high] = [sections[0]![0], sections.at(-1)![0]]
  return (x, y, z) => {
    const [, a, b, forward] = sectionAt(sections, y)
    const [px, pz] = [x / a, (z - forward) / b]
    const k0 = Math.hypot(px, pz)
    const around = (k0 * (k0 - 1)) / Math.max(Math.hypot(px / a, pz / b), 1e-9)
    return Math.max(around, low - y, y - high)
  }
}

/** Interpolates between the neighbouring sections (Catmull-Rom). */
export function sectionAt(sections: readonly Section[], y: number): Section {
  const last = sections.length - 1
  let i = 0
  while (i < last - 1 && sections[i + 1]![0] < y) i++
  const [p1, p2] = [sections[i]!, sections[i + 1]!]
  const [p0, p3] = [sections[Math.max(i - 1, 0)]!, sections[Math.min(i + 2, last)]!]
  const t = Math.min(Math.max((y - p1[0]) / (p2[0] - p1[0]), 0), 1)
  const at = (k: 1 | 2 | 3) => {
    const slope = (q: Section, r: Section) => (r[0] === q[0] ? 0 : (r[k] - q[k]) / (r[0] - q[0]))
    const span = p2[0] - p1[0]
    const [m1, m2] = [slope(p0, p2) * span, slope(p1, p3) * span]
    const [t2, t3] = [t * t, t * t * t]
    return (2 * t3 - 3 * t2 + 1) * p1[k] + (t3 - 2 * t2 + t) * m1 + (3 * t2 - 2 * t3) * p2[k] + (t3 - t2) * m2
  }
  return [y, at(1), at(2), at(3)]
}
