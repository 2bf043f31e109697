/** The axis of a file that points up. */
export const upAxes = ['x', 'y', 'z'] as const
export type UpAxis = (typeof upAxes)[number]

/** From tenths of a millimetre to kilometres. */
export const metresPerUnitRange = { minimum: 0.0001, maximum: 1000 }

/** Formats that only the program of their maker can read: kept and offered as they are, told by the file's ending. */
export const proprietaryFormats = ['zprj', 'zpac', 'sproj'] as const
export type ProprietaryFormat = (typeof proprietaryFormats)[number]

/** Extensions that Android's own AR viewer is known to read: a file that cannot do without another one only fails there. */
const sceneViewerReads = new Set([
  'KHR_draco_mesh_compression',
  'KHR_materials_unlit',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
])

/** Whether Google's Scene Viewer can show a file that requires these extensions. */
export const isForSceneViewer = (extensions: readonly string[]) =>
  extensions.every((name) => sceneViewerReads.has(name))

/** What was put right, what is worth knowing, and what its creator could improve; the client has the words. */
export const findingKinds = {
  converted: 'fixed',
  unitFromFile: 'fixed',
  unitFromSize: 'fixed',
  unitCorrected: 'fixed',
  turnedUpright: 'fixed',
  normalsMade: 'fixed',
  texturesShrunk: 'fixed',
  glossConverted: 'fixed',
  betaFormat: 'note',
  animationsLost: 'note',
  avatarStandsStill: 'note',
  otherModels: 'note',
  filesLeftAside: 'note',
  texturesSubstituted: 'note',
  texturesMissing: 'advice',
  opacityMapLost: 'advice',
  texturesUnreadable: 'advice',
  wrongScale: 'advice',
  unusuallyLarge: 'advice',
  unusuallySmall: 'advice',
  tooManyTriangles: 'advice',
  tooManyParts: 'advice',
  noUvs: 'advice',
  normalsFlipped: 'advice',
  insideOut: 'advice',
  textureHuge: 'advice',
  metalLook: 'advice',
} as const
export type FindingCode = keyof typeof findingKinds
