export const upAxes = ['x', 'y', 'z'] as const
export type UpAxis = (typeof upAxes)[number]

export const metresPerUnitRange = { minimum: 0.0001, maximum: 1000 }

/** Formats that only their own programs can read. Toile recognises such files by extension and keeps them unchanged. */
export const proprietaryFormats = ['zprj', 'zpac', 'sproj'] as const
export type ProprietaryFormat = (typeof proprietaryFormats)[number]

/** glTF extensions that Android's AR viewer supports. It cannot open files that require other extensions. */
const sceneViewerReads = new Set([
  'KHR_draco_mesh_compression',
  'KHR_materials_unlit',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
])

export const isForSceneViewer = (extensions: readonly string[]) =>
  extensions.every((name) => sceneViewerReads.has(name))

/** `fixed`: a change that Toile made. `note`: a fact worth knowing. `advice`: a fault that the creator can remove. */
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
  bumpMapLost: 'advice',
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

/** Maximum number of missing textures named in a model's facts. */
export const MAX_MISSING_TEXTURES = 100
