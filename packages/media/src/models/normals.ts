import type { Node, Primitive, Scene } from '@gltf-transform/core'

/** How a model's surface faces, as shares from 0 to 1. */
export interface Facing {
  /** Of triangles whose normals point to the other side than their corners' order says. */
  flipped: number
  /** Of the surface that looks inwards, to the model's own axis. */
  inwards: number
}

type Triple = [number, number, number]
const TRIANGLES = 4
/** Enough to judge by; a model of millions is sampled evenly. */
const MAX_SAMPLES = 100_000

/** Looks at an even sample of the triangles. */
export function facingOf(scene: Scene): Facing {
  const parts: Primitive[] = []
  scene.traverse((node: Node) => {
    for (const part of node.getMesh()?.listPrimitives() ?? []) if (part.getMode() === TRIANGLES) parts.push(part)
  })
  let [seen, judged, flipped, area, inwards] = [0, 0, 0, 0, 0]
  for (const part of parts) {
    const position = part.getAttribute('POSITION')
    if (!position) continue
    const normal = part.getAttribute('NORMAL')
    const indices = part.getIndices()
    const triangles = Math.floor((indices ?? position).getCount() / 3)
    const step = Math.max(1, Math.ceil((triangles * parts.length) / MAX_SAMPLES))
    const middle = middleOf(position.getMin([0, 0, 0]) as Triple, position.getMax([0, 0, 0]) as Triple)
    for (let triangle = 0; triangle < triangles; triangle += step) {
      const corners = [0, 1, 2].map((i) => indices?.getScalar(triangle * 3 + i) ?? triangle * 3 + i)
      const [a, b, c] = corners.map((corner) => position.getElement(corner, [0, 0, 0]) as Triple) as [
        Triple,
        Triple,
        Triple,
      ]
      const face = cross(minus(b, a), minus(c, a))
      const size = Math.hypot(...face)
      if (!(size > 0)) continue
      seen++
      if (normal) {
        judged++
        if (dot(face, normal.getElement(corners[0]!, [0, 0, 0]) as Triple) < 0) flipped++
      }
      area += size
      // Heights do not matter: what is worn surrounds the upright axis.
      const [x, , z] = minus(a, middle)
      if (face[0] * x + face[2] * z < 0) inwards += size
    }
  }
  return { flipped: judged > 0 ? flipped / judged : 0, inwards: seen > 0 ? inwards / area : 0 }
}

const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const middleOf = (min: Triple, max: Triple) => min.map((low, i) => (low + max[i]!) / 2) as Triple
