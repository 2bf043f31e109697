export const lightings = ['studio', 'softbox', 'daylight', 'evening', 'contrast'] as const
export type LightingName = (typeof lightings)[number]

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

/** `theme` follows the page's colour mode. A colour has the form `#rrggbb`. */
export type Background = 'theme' | 'transparent' | `#${string}`

/** In photographic stops: each stop doubles or halves the light. */
export const exposureStops = { min: -3, max: 3 }

/** How a model is shown, apart from the camera. Viewer and render worker use the same type, so their pictures match. */
export interface Appearance {
  lighting: LightingName
  /** Degrees. */
  lightingRotation: number
  /** Stops relative to the lighting's default. */
  exposure: number
  background: Background
  /** Name of a KHR_materials_variants variant. Null means the file's default. */
  colourway: string | null
  /** Clip index and time. Null means the file's rest pose. */
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

/** In degrees: azimuth 0 is the front, 90 the wearer's left. */
export const cameraPresets = {
  threeQuarter: { azimuth: 24, elevation: 7 },
  front: { azimuth: 0, elevation: 4 },
  left: { azimuth: 90, elevation: 4 },
  back: { azimuth: 180, elevation: 4 },
  right: { azimuth: 270, elevation: 4 },
  top: { azimuth: 0, elevation: 78 },
} as const
export type CameraPreset = keyof typeof cameraPresets

/** In degrees: azimuth 0 is the front, 90 the wearer's left. The camera's distance is chosen to fit the garment. */
export interface CameraView {
  azimuth: number
  elevation: number
  /** Vertical field of view in degrees. If it is omitted, the viewer's default applies. */
  fov?: number
  /** Share of the picture's width and height that the garment may fill, 0 to 1. The default is the viewer's. */
  margin?: number
  /** Makes the garment fit at every azimuth. Its size and place in the picture then stay the same while it turns. */
  allRound?: true
}

/**
 * A pose in stage units: the model's longest side is 1, its bottom is at y = 0 and its middle is on the y axis. `fov`
 * is vertical, so a narrower picture shows the same height and only less at the sides.
 */
export interface CameraPose {
  position: [number, number, number]
  /** Must differ from `position`. */
  target: [number, number, number]
  /** Vertical field of view in degrees. */
  fov: number
}

/** Part of a larger picture, in pixels of that picture. `x` and `y` are counted from its top left corner. */
export interface Tile {
  x: number
  y: number
  width: number
  height: number
}

export type Camera = CameraView | CameraPose
