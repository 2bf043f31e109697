import type { Body } from './body.js'
import { sectionAt, type Section } from './field.js'
import type { Flat } from '../cloth/pattern.js'

type Vector = readonly [number, number, number]

/**
 * Returns a function that places the points of a front or back piece around the trunk before sewing.
 * @param side the piece's right edge, whose x is half the piece's width at each height
 * @param off metres between trunk and cloth
 * @param folds waves per full turn where the piece is wider than the trunk
 */
export function aroundTrunk(
  sections: readonly Section[],
  side: readonly Flat[],
  off: number,
  facing: 1 | -1,
  folds = 5,
) {
  const rising = [...side].sort((a, b) => a[1] - b[1])
  return (x: number, y: number): Vector => {
    const width = widthAt(rising, y)
    const angle = (x / width) * (Math.PI / 2)
    const [, a, b, forward] = sectionAt(sections, Math.max(y, sections[0]![0] + 0.07))
    const [halfWidth, halfDepth] = [a + off, b + off]
    // A wider ellipse takes up only part of the excess cloth. A small wave turns the rest into folds.
    const half = Math.PI * Math.sqrt((halfWidth ** 2 + halfDepth ** 2) / 2)
    const excess = Math.max(0, (2 * width) / half - 1)
    const wider =
      1 + 0.55 * excess + Math.min(excess, 0.6) * 0.22 * Math.sin(folds * angle + facing + 0.4 * Math.sin(3 * angle))
    return [facing * wider * halfWidth * Math.sin(angle), y, forward + facing * wider * halfDepth * Math.cos(angle)]
  }
}

function widthAt(rising: readonly Flat[], y: number): number {
  let i = 0
  while (i < rising.length - 2 && rising[i + 1]![1] < y) i++
  const [p, q] = [rising[i]!, rising[i + 1]!]
  const t = Math.min(Math.max((y - p[1]) / (q[1] - p[1]), 0), 1)
  return Math.max(p[0] + (q[0] - p[0]) * t, 0.01)
}

/** Returns the point nearest to `place` that is `off` metres above the body's surface, and the normal there. */
export function ontoBody(body: Body, place: Vector, off: number): { at: Vector; up: Vector } {
  const out = new Float64Array(3)
  const p = Float64Array.from(place)
  for (let round = 0; round < 12; round++) {
    const depth = off - body.probe(p[0]!, p[1]!, p[2]!, out)
    for (let k = 0; k < 3; k++) p[k]! += depth * out[k]!
  }
  return { at: [p[0]!, p[1]!, p[2]!], up: [out[0]!, out[1]!, out[2]!] }
}

export function pathOver(body: Body, points: readonly Vector[], off: number, steps = 12) {
  return points.slice(1).flatMap((to, i) => {
    const from = points[i]!
    const last = i === points.length - 2
    return Array.from({ length: last ? steps + 1 : steps }, (_, s) => {
      const t = s / steps
      return ontoBody(body, [0, 1, 2].map((k) => from[k]! + (to[k]! - from[k]!) * t) as unknown as Vector, off)
    })
  })
}
