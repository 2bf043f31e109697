import type { CameraView } from '@toile/contracts/models/appearance.constants'

/** Azimuth 0 looks at the front (+Z), 90 at the wearer's left (+X). */
export type View = CameraView & { fov: number; margin: number }

/** A long lens from a little above eye level, as in shop pictures. */
export const defaultView: View = { azimuth: 24, elevation: 7, fov: 24, margin: 0.84 }

export interface PlacedCamera {
  position: [number, number, number]
  /** A point on the camera's axis, as deep in the picture as the middle of the model. */
  target: [number, number, number]
  near: number
  far: number
}

/** Lengths along the camera's axis: the distance to the model's middle, and the model's depth. */
export interface Depths {
  distance: number
  depth: number
}

type Axis = [number, number, number]

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the camera's right, up and backward axes, which are defined even if the camera looks straight down. */
function cameraAxes({ azimuth, elevation }: View): [Axis, Axis, Axis] {
  const [sa, ca] = [Math.sin(radians(azimuth)), Math.cos(radians(azimuth))]
  const [se, ce] = [Math.sin(radians(elevation)), Math.cos(radians(elevation))]
  return [
    [ca, 0, -sa],
    [-sa * se, ce, -ca * se],
    [sa * ce, se, ca * ce],
  ]
}

/**
 * Places the camera so that the projected points fill the picture up to `margin`. A bounding sphere would leave half
 * the picture empty around a garment. One pass gives the exact fit: in camera axes, the camera c sees the point p if
 * `|px - cx| <= k * (cz - pz)`, where k is the slope of the frustum's side. The same holds for y. Over all points, the
 * maxima of `px + k * pz` and `-px + k * pz` give cx and the smallest possible cz.
 * @param points x, y, z in world units; at least one point
 * @param aspect width / height of the picture
 */
export function fitCamera(points: Float32Array, view: View, aspect: number): PlacedCamera {
  if (points.length < 3) throw new RangeError('fitCamera needs at least one point')
  const [right, up, back] = cameraAxes(view)
  const slopeY = Math.tan(radians(view.fov / 2)) * view.margin
  const slopeX = slopeY * aspect

  let [toRight, toLeft, toTop, toBottom] = [-Infinity, -Infinity, -Infinity, -Infinity]
  let [nearest, farthest] = [-Infinity, Infinity]
  for (let i = 0; i + 2 < points.length; i += 3) {
    const [px, py, pz] = [points[i] as number, points[i + 1] as number, points[i + 2] as number]
    const x = px * right[0] + py * right[1] + pz * right[2]
    const y = px * up[0] + py * up[1] + pz * up[2]
    const z = px * back[0] + py * back[1] + pz * back[2]
    toRight = Math.max(toRight, x + slopeX * z)
    toLeft = Math.max(toLeft, -x + slopeX * z)
    toTop = Math.max(toTop, y + slopeY * z)
    toBottom = Math.max(toBottom, -y + slopeY * z)
    nearest = Math.max(nearest, z)
    farthest = Math.min(farthest, z)
  }

  const depth = Math.max(nearest - farthest, 1e-6)
  // A line of points seen end-on would put the camera on the nearest point, so the camera stays depth / 10 away.
  const cz = Math.max((toRight + toLeft) / (2 * slopeX), (toTop + toBottom) / (2 * slopeY), nearest + depth / 10)
  const cx = (toRight - toLeft) / 2
  const cy = (toTop - toBottom) / 2
  const middle = (nearest + farthest) / 2
  const inWorld = (x: number, y: number, z: number): Axis => [
    x * right[0] + y * up[0] + z * back[0],
    x * right[1] + y * up[1] + z * back[1],
    x * right[2] + y * up[2] + z * back[2],
  ]
  return {
    position: inWorld(cx, cy, cz),
    target: inWorld(cx, cy, middle),
    ...nearAndFar({ distance: cz - middle, depth }),
  }
}

/** Returns the clipping planes. A camera inside the model still sees what is right in front of it. */
export function nearAndFar({ distance, depth }: Depths): Pick<PlacedCamera, 'near' | 'far'> {
  const away = Math.max(distance, depth / 10)
  return { near: away / 100, far: away + depth * 2 + away * 10 }
}

/** @param back the camera's backward axis, of length 1 */
export function depthsOf(points: Float32Array, position: readonly number[], back: readonly number[]): Depths {
  const along = (at: ArrayLike<number>, i: number) =>
    (at[i] as number) * (back[0] as number) +
    (at[i + 1] as number) * (back[1] as number) +
    (at[i + 2] as number) * (back[2] as number)
  let [nearest, farthest] = [-Infinity, Infinity]
  for (let i = 0; i + 2 < points.length; i += 3) {
    const z = along(points, i)
    nearest = Math.max(nearest, z)
    farthest = Math.min(farthest, z)
  }
  return { distance: along(position, 0) - (nearest + farthest) / 2, depth: Math.max(nearest - farthest, 1e-6) }
}

const LEVELS = 64
const STEPS = 32

/**
 * Returns the outline of a model that turns about the y axis, as two rings for each of 64 levels (none for an empty
 * level). The outline is never smaller than the model. A camera fitted to the outline keeps almost the same distance
 * at every azimuth.
 */
export function revolve(points: Float32Array): Float32Array {
  let [low, high] = [Infinity, -Infinity]
  for (let i = 1; i < points.length; i += 3) {
    low = Math.min(low, points[i]!)
    high = Math.max(high, points[i]!)
  }
  const step = Math.max(high - low, 1e-6) / LEVELS
  const radii = new Float32Array(LEVELS)
  for (let i = 0; i + 2 < points.length; i += 3) {
    const level = Math.min(LEVELS - 1, Math.floor((points[i + 1]! - low) / step))
    radii[level] = Math.max(radii[level]!, Math.hypot(points[i]!, points[i + 2]!))
  }
  // The corners of a ring lie outside the circle, so that the sides between them do not cut it.
  const outside = 1 / Math.cos(Math.PI / STEPS)
  const rings: number[] = []
  for (const [level, radius] of radii.entries())
    for (let k = 0; radius > 0 && k < STEPS; k++) {
      const [x, z] = [Math.cos((2 * Math.PI * k) / STEPS), Math.sin((2 * Math.PI * k) / STEPS)]
      for (const y of [low + level * step, low + (level + 1) * step])
        rings.push(x * radius * outside, y, z * radius * outside)
    }
  return rings.length > 0 ? Float32Array.from(rings) : points
}
