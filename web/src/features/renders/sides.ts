import { cameraPresets, type Camera, type CameraPreset } from '@toile/contracts/models/appearance.constants'

/** A named side, or `kept` for any other camera. */
export type Side = 'kept' | CameraPreset

export const namedSides = Object.keys(cameraPresets) as CameraPreset[]

/** The named side that a camera shows, else `kept`. Without a camera, the side is `threeQuarter`, as on the server. */
export function sideOf(camera: Camera | undefined): Side {
  if (!camera) return 'threeQuarter'
  if ('position' in camera || camera.fov !== undefined || camera.margin !== undefined) return 'kept'
  const { azimuth, elevation } = camera
  const isAt = (side: CameraPreset) =>
    cameraPresets[side].azimuth === azimuth && cameraPresets[side].elevation === elevation
  return namedSides.find(isAt) ?? 'kept'
}

export function cameraOf(side: Side, savedCamera: Camera | undefined): Camera {
  return side === 'kept' && savedCamera ? savedCamera : { ...cameraPresets[side === 'kept' ? 'threeQuarter' : side] }
}
