import type { PerspectiveCamera } from 'three'
import { Vector3 } from 'three'
import { fitCamera, type View } from './framing.js'

/** A long lens from a little above eye level: garments look as they do in a shop's pictures. */
export const defaultView: View = { azimuth: 24, elevation: 7, fov: 24, margin: 0.84 }

/** Points the camera so that `points` fill the picture. @returns the point that it looks at */
export function aimCamera(camera: PerspectiveCamera, points: Float32Array, view: View): Vector3 {
  const pose = fitCamera(points, view, camera.aspect)
  camera.fov = view.fov
  camera.near = pose.near
  camera.far = pose.far
  camera.position.fromArray(pose.position)
  const target = new Vector3(...pose.target)
  camera.lookAt(target)
  camera.updateProjectionMatrix()
  camera.updateMatrixWorld()
  return target
}
