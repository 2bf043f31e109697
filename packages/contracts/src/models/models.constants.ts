export const upAxes = ['x', 'y', 'z'] as const
export type UpAxis = (typeof upAxes)[number]

/** From a tenth of a millimetre to a kilometre. */
export const metresPerUnitRange = { minimum: 0.0001, maximum: 1000 }

/** Only their own program can read these. They are recognised by extension, and stored and downloaded unchanged. */
export const proprietaryFormats = ['zprj', 'zpac', 'sproj'] as const
export type ProprietaryFormat = (typeof proprietaryFormats)[number]

/** glTF extensions that Android's AR viewer supports. A file that requires any other extension fails only there. */
const sceneViewerReads = new Set([
  'KHR_draco_mesh_compression',
  'KHR_materials_unlit',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
])

export const isForSceneViewer = (extensions: readonly string[]) =>
  extensions.every((name) => sceneViewerReads.has(name))

/** `fixed`: the conversion repaired a fault. `note`: a fact worth knowing. `advice`: the creator can remove a fault. */
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

/** Names of missing textures that a model's facts list. */
export const MAX_MISSING_TEXTURES = 100
