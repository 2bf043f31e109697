import { Matrix3, Raycaster, Vector2, Vector3, type Object3D, type PerspectiveCamera } from 'three'

type Triple = [number, number, number]

/**
 * A point in stage units (feet on y = 0, middle on the y axis, longest side 1). The point stays valid when a new
 * version of the file uses other units.
 */
export interface SurfacePoint {
  point: Triple
  /** Unit vector towards the side from which the point was picked. */
  normal: Triple
}

export interface PlaceInPicture {
  /** Fractions of the picture's width and height, from its upper left corner. */
  x: number
  y: number
  /** False outside the picture or behind the camera. */
  inside: boolean
}

/** A hit at most this far in front of a point, in stage units, is on the same surface. A seam is about as thick. */
const SAME_SURFACE = 0.01

export function pickPoint(camera: PerspectiveCamera, model: Object3D, x: number, y: number): SurfacePoint | null {
  const ray = new Raycaster()
  ray.setFromCamera(new Vector2(x, y), camera)
  const hit = ray.intersectObject(model, true)[0]
  if (!hit?.face) return null
  const normal = hit.face.normal.clone().applyNormalMatrix(new Matrix3().getNormalMatrix(hit.object.matrixWorld))
  // Cloth is visible from both sides, and the normal must point to the side that was seen.
  if (normal.dot(ray.ray.direction) > 0) normal.negate()
  return { point: hit.point.toArray(), normal: normal.toArray() }
}

export function locatePoint(camera: PerspectiveCamera, point: readonly [number, number, number]): PlaceInPicture {
  const place = new Vector3(...point).project(camera)
  const inside = Math.abs(place.x) <= 1 && Math.abs(place.y) <= 1 && place.z <= 1
  return { x: (place.x + 1) / 2, y: (1 - place.y) / 2, inside }
}

/** Whether the model hides this point. Tests every triangle, so call it only when the camera rests. */
export function isCovered(
  camera: PerspectiveCamera,
  model: Object3D,
  point: readonly [number, number, number],
): boolean {
  const direction = new Vector3(...point).sub(camera.position)
  const distance = direction.length()
  const ray = new Raycaster(camera.position, direction.normalize(), 0, distance - SAME_SURFACE)
  return ray.intersectObject(model, true).length > 0
}
