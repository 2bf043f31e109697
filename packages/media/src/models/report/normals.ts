import type { Node, Scene } from '@gltf-transform/core'
import { drawnParts } from './size.js'

export interface Facing {
  /** Share of triangles whose normals contradict their winding order. */
  flipped: number
  /** Share of the surface that faces the vertical axis of its part. */
  inwards: number
}

type Triple = [number, number, number]
const TRIANGLES = 4
/** This many triangles are enough to judge by; larger models are sampled evenly. */
const MAX_SAMPLES = 100_000

export function facingOf(scene: Scene): Facing {
  let parts = 0
  scene.traverse((node: Node) => (parts += node.getMesh()?.listPrimitives().length ?? 0))
  let [judged, flipped, area, inwards] = [0, 0, 0, 0]
  for (const { part, points, isMirrored } of drawnParts(scene)) {
    if (part.getMode() !== TRIANGLES) continue
    const position = part.getAttribute('POSITION')!
    const normal = part.getAttribute('NORMAL')
    const indices = part.getIndices()
    const triangles = Math.floor((indices ?? position).getCount() / 3)
    const step = Math.max(1, Math.ceil((triangles * parts) / MAX_SAMPLES))
    const middle = middleOf(points)
    const drawnAt = (corner: number): Triple => [points[corner * 3]!, points[corner * 3 + 1]!, points[corner * 3 + 2]!]
    const writtenAt = (corner: number) => position.getElement(corner, [0, 0, 0]) as Triple
    for (let triangle = 0; triangle < triangles; triangle += step) {
      const corners = [0, 1, 2].map((i) => indices?.getScalar(triangle * 3 + i) ?? triangle * 3 + i)
      // Stored normals are compared with stored points, because both are in the same space.
      if (normal) {
        judged++
        if (dot(faceOf(corners.map(writtenAt)), normal.getElement(corners[0]!, [0, 0, 0]) as Triple) < 0) flipped++
      }
      const drawn = corners.map(drawnAt)
      const face = faceOf(drawn)
      const size = Math.hypot(...face)
      if (!(size > 0)) continue
      area += size
      // Height does not count, because garments surround the vertical axis.
      const [x, , z] = minus(drawn[0]!, middle)
      if (face[0] * x + face[2] * z < 0 !== isMirrored) inwards += size
    }
  }
  return { flipped: judged > 0 ? flipped / judged : 0, inwards: area > 0 ? inwards / area : 0 }
}

const faceOf = ([a, b, c]: Triple[]) => cross(minus(b!, a!), minus(c!, a!))
const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

function middleOf(points: Float64Array): Triple {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (let at = 0; at < points.length; at++) {
    const value = points[at]!
    if (value < min![at % 3]!) min![at % 3] = value
    if (value > max![at % 3]!) max![at % 3] = value
  }
  return [0, 1, 2].map((axis) => (min![axis]! + max![axis]!) / 2) as Triple
}
