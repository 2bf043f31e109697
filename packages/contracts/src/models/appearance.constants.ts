/** Ways to light a garment; packages/scene/src/lightings.ts says what each is made of. */
export const lightings = ['studio', 'softbox', 'daylight', 'evening', 'contrast'] as const
export type LightingName = (typeof lightings)[number]

/** What to show in place of the finished picture, for those who judge how a model is made. */
export const inspections = [
  'none',
  'wireframe',
  'matcap',
  'uv',
  'normals',
  'baseColour',
  'roughness',
  'metalness',
] as const
export type Inspection = (typeof inspections)[number]

/** `theme` is the studio wall of the page's colour mode; else nothing, or one colour as `#rrggbb`. */
export type Background = 'theme' | 'transparent' | `#${string}`

/** Photographic stops: each doubles or halves the light. */
export const exposureStops = { min: -3, max: 3 }

/** How a model is shown, apart from the camera. Viewer and render worker take the same, so their pictures agree. */
export interface Appearance {
  lighting: LightingName
  /** Turns the light around the model, in degrees. */
  lightingRotation: number
  /** In stops, 0 as the studio is set up. */
  exposure: number
  background: Background
  /** Name of a KHR_materials_variants variant; null: as the file stands. */
  colourway: string | null
  /** Index of the clip and the moment in it; null: the pose of the file. */
  animation: { clip: number; seconds: number } | null
  inspection: Inspection
}

export const defaultAppearance: Appearance = {
  lighting: 'studio',
  lightingRotation: 0,
  exposure: 0,
  background: 'theme',
  colourway: null,
  animation: null,
  inspection: 'none',
}

/** Sides from which one looks at a garment: azimuth 0 is the front, 90 the wearer's left; degrees. */
export const cameraPresets = {
  threeQuarter: { azimuth: 24, elevation: 7 },
  front: { azimuth: 0, elevation: 4 },
  left: { azimuth: 90, elevation: 4 },
  back: { azimuth: 180, elevation: 4 },
  right: { azimuth: 270, elevation: 4 },
  top: { azimuth: 0, elevation: 78 },
} as const
export type CameraPreset = keyof typeof cameraPresets

/** A camera fitted to the garment, wherever that stands: from this side, so that it fills the picture. */
export interface CameraView {
  /** Degrees around the garment: 0 its front, 90 the wearer's left. */
  azimuth: number
  /** Degrees above the horizon. */
  elevation: number
  /** Vertical field of view in degrees; the viewer's own where left out. */
  fov?: number
  /** Part of the picture's half width or height that the garment may reach, 0 to 1; the viewer's own where left out. */
  margin?: number
  /** Far enough for the garment as seen from every azimuth, so that it keeps its size and place while it turns. */
  allRound?: true
}

/**
 * A camera where somebody put it, in the stage's units: the garment's longest side is 1, its feet stand on y = 0 around
 * the origin. Its vertical extent is the same in pictures of any shape; a narrower picture shows less at the sides.
 */
export interface CameraPose {
  position: [number, number, number]
  /** A point in the middle of the picture, other than `position`. */
  target: [number, number, number]
  /** Vertical field of view, in degrees. */
  fov: number
}

/** A part of a larger picture, in its pixels from the top left. */
export interface Tile {
  x: number
  y: number
  width: number
  height: number
}

export type Camera = CameraView | CameraPose
