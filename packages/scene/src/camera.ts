import type { PerspectiveCamera } from 'three'
import { Vector3 } from 'three'
import type { CameraPose } from '@toile/contracts/models/appearance.constants'
import { depthsOf, fitCamera, nearAndFar, revolve, type PlacedCamera, type View } from './framing.js'

/** Places the camera: `points` fill the picture up to the margin. @returns the point at which the camera looks */
export function aimCamera(camera: PerspectiveCamera, points: Float32Array, view: View): Vector3 {
  return put(camera, view.fov, fitCamera(view.allRound ? outlineOf(points) : points, view, camera.aspect))
}

const outlines = new WeakMap<Float32Array, Float32Array>()

function outlineOf(points: Float32Array): Float32Array {
  const outline = outlines.get(points) ?? revolve(points)
  outlines.set(points, outline)
  return outline
}

/** Moves the camera to `pose`. `points` set only the clipping planes. @returns the point at which the camera looks */
export function placeCamera(camera: PerspectiveCamera, points: Float32Array, pose: CameraPose): Vector3 {
  const back = new Vector3(...pose.position).sub(new Vector3(...pose.target)).normalize()
  return put(camera, pose.fov, { ...pose, ...nearAndFar(depthsOf(points, pose.position, back.toArray())) })
}

/** The pose's target lies on the camera's axis, as deep as the points' middle but always in front of the camera. */
export function readPose(camera: PerspectiveCamera, points: Float32Array): CameraPose {
  const position = camera.position.toArray()
  const forward = camera.getWorldDirection(new Vector3())
  const { distance, depth } = depthsOf(points, position, forward.clone().negate().toArray())
  const target = forward.multiplyScalar(Math.max(distance, depth / 10)).add(camera.position)
  return { position, target: target.toArray(), fov: camera.fov }
}

function put(camera: PerspectiveCamera, fov: number, { position, target, near, far }: PlacedCamera): Vector3 {
  Object.assign(camera, { fov, near, far })
  camera.position.fromArray(position)
  const point = new Vector3(...target)
  camera.lookAt(point)
  camera.updateProjectionMatrix()
  camera.updateMatrixWorld()
  return point
}
