import type { FindingCode, UpAxis } from './models.constants.js'

/** What gltf-validator found in the uploaded model. Errors are reported, never by themselves a reason to refuse. */
export interface ModelReport {
  validatorVersion: string
  errors: number
  warnings: number
  infos: number
  hints: number
  /** The first 100 messages; `severity` is 0 error, 1 warning, 2 info, 3 hint; `pointer` is a JSON pointer. */
  messages: { code: string; message: string; severity: number; pointer: string }[]
  /** Whether there were more messages than were kept. */
  truncated: boolean
}

export interface ModelTexture {
  name: string
  mimeType: string
  bytes: number
  widthPx: number
  heightPx: number
  /** Memory on a graphics card, uncompressed with mipmaps. */
  gpuBytes: number
}

/** What a prepared model is, measured on the web version. */
export interface ModelFacts {
  /** As drawn: a mesh that two nodes show counts twice. */
  triangles: number
  vertices: number
  drawCalls: number
  materials: number
  textures: ModelTexture[]
  /** Textures and vertex data together on a graphics card. */
  gpuBytes: number
  /** Bounding box of the default scene; glTF's unit is the metre, but some exporters write centimetres. */
  widthMetres: number
  heightMetres: number
  depthMetres: number
  /** Of all triangles as drawn, one side of each; absent in models of earlier versions. */
  areaSquareMetres?: number
  animations: { name: string; durationSeconds: number }[]
  /** Names of the KHR_materials_variants, in file order. */
  colourways: string[]
  /** Only where the upload was converted, came in an archive or was corrected. */
  source?: ModelSource
  /** In the order in which they matter; absent in models of earlier versions. */
  findings?: ModelFinding[]
}

/** What an upload in another format was before it became glTF. */
export interface ModelSource {
  format: string
  /** Metres that one of the file's own units became, and whether the file, the size of real clothes or its creator said so. */
  metresPerUnit: number
  unitFrom: 'file' | 'size' | 'creator'
  /** The axis that pointed up in the file. */
  upAxis: UpAxis
  upFrom: 'file' | 'shape' | 'creator'
  /** Longest side in the file's own units: its original scale. */
  longestSide: number
  /** Textures that the file names and that did not come with it, at most 20. */
  missingTextures: string[]
  /** Longest side of its largest texture. */
  largestTexturePx: number
  /** The file had no normals and got smooth ones. */
  normalsMade: boolean
  /** It moves in a way that cannot be read, and stands still. */
  lostAnimations?: boolean
  /** A picture of its opacity cannot be used. */
  lostOpacity?: boolean
  /** Path of the model in its archive, and the models that could have been shown as well; absent without an archive. */
  model?: string
  otherModels?: string[]
  /** Files of the archive that the model does not name, at most 100; absent in models of earlier versions. */
  leftAside?: string[]
}

/** What its creator says of a model's file where that says nothing, or is wrong. What is left out stays as it was found. */
export interface ModelCorrection {
  metresPerUnit?: number
  upAxis?: UpAxis
  /** Path in the archive of the model that is shown. */
  model?: string
}

export interface ModelFinding {
  code: FindingCode
  params: Record<string, string | number>
}
