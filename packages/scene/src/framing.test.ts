import t from '@toile/testing/tap'
import { PerspectiveCamera, Vector3 } from 'three'
import { fitCamera, revolve, type View } from './framing.js'

function box(width: number, height: number, depth: number, offset: [number, number, number] = [0, 0, 0]) {
  const corners: number[] = []
  for (const x of [-0.5, 0.5])
    for (const y of [-0.5, 0.5])
      for (const z of [-0.5, 0.5]) corners.push(offset[0] + x * width, offset[1] + y * height, offset[2] + z * depth)
  return new Float32Array(corners)
}

/** Projects the points with three's own camera and returns the largest |x|, |y| and |z| in clip space. */
function extents(points: Float32Array, view: View, aspect: number) {
  const pose = fitCamera(points, view, aspect)
  const camera = new PerspectiveCamera(view.fov, aspect, pose.near, pose.far)
  camera.position.fromArray(pose.position)
  camera.lookAt(new Vector3(...pose.target))
  camera.updateMatrixWorld()
  const found = { x: 0, y: 0, z: 0 }
  for (let i = 0; i < points.length; i += 3) {
    const p = new Vector3(points[i], points[i + 1], points[i + 2]).project(camera)
    for (const axis of ['x', 'y', 'z'] as const) found[axis] = Math.max(found[axis], Math.abs(p[axis]))
  }
  return found
}

const view: View = { azimuth: 25, elevation: 10, fov: 26, margin: 0.84 }

t.test('fills the picture with the model up to the margin and never beyond', async (t) => {
  const garments = [box(1, 2, 0.4), box(3, 0.2, 1), box(0.05, 0.05, 0.05, [40, -3, 12])]
  for (const points of garments)
    for (const aspect of [308 / 410, 1724 / 924, 1])
      for (const azimuth of [0, 90, 200])
        for (const elevation of [-30, 0, 75]) {
          const { x, y, z } = extents(points, { ...view, azimuth, elevation }, aspect)
          t.ok(Math.max(x, y) <= 0.84 + 1e-4, `inside: ${x} ${y}`)
          t.ok(Math.max(x, y) >= 0.84 - 1e-4, `filled: ${x} ${y}`)
          t.ok(z < 1, 'between near and far')
        }
})

t.test('gives a usable camera for a point, a sheet seen edge-on and a needle seen end-on', async (t) => {
  for (const points of [new Float32Array([1, 2, 3]), box(1, 0, 1), box(0, 0, 5)]) {
    const pose = fitCamera(points, { ...view, azimuth: 0, elevation: 0 }, 1)
    t.ok([...pose.position, ...pose.target, pose.near, pose.far].every(Number.isFinite))
    t.ok(pose.near > 0 && pose.far > pose.near)
  }
  t.throws(() => fitCamera(new Float32Array(), view, 1), RangeError)
})

t.test('keeps the same distance on all sides when fitted to the outline of a turning model', async (t) => {
  const points = box(1, 2, 0.3, [0.2, 1, 0])
  const outline = revolve(points)
  const poseAt = (azimuth: number) => fitCamera(outline, { ...view, azimuth }, 1)
  const away = (azimuth: number) => Math.hypot(...poseAt(azimuth).position)
  for (let azimuth = 0; azimuth < 360; azimuth += 7) {
    t.ok(Math.abs(away(azimuth) - away(0)) < 0.01, `${azimuth}: ${away(azimuth)}`)
    const pose = poseAt(azimuth)
    const camera = new PerspectiveCamera(view.fov, 1, pose.near, pose.far)
    camera.position.fromArray(pose.position)
    camera.lookAt(new Vector3(...pose.target))
    camera.updateMatrixWorld()
    for (let i = 0; i < points.length; i += 3) {
      const { x, y } = new Vector3(points[i], points[i + 1], points[i + 2]).project(camera)
      t.ok(Math.max(Math.abs(x), Math.abs(y)) <= view.margin + 1e-3, 'nothing is cut off')
    }
  }
})
