import { Type, type Static } from 'typebox'
import { upAxes, type FindingCode, type UpAxis } from './models.constants.js'
import { Enum, StrictObject } from '../shapes.js'

const Name = Type.String({ maxLength: 100_000 })
const Count = Type.Number({ minimum: 0, maximum: 1e15 })
const Metres = Type.Number({ minimum: 0, maximum: 1e12 })

/** What gltf-validator found in the uploaded model. Errors are reported, never by themselves a reason to refuse. */
export const ModelReport = StrictObject({
  validatorVersion: Name,
  errors: Count,
  warnings: Count,
  infos: Count,
  hints: Count,
  /** The first 100 messages; `severity` is 0 error, 1 warning, 2 info, 3 hint; `pointer` is a JSON pointer. */
  messages: Type.Array(
    StrictObject({ code: Name, message: Type.String({ maxLength: 65_536 }), severity: Count, pointer: Name }),
    {
      maxItems: 100,
    },
  ),
  /** Whether there were more messages than were kept. */
  truncated: Type.Boolean(),
})
export type ModelReport = Static<typeof ModelReport>

const ModelTexture = StrictObject({
  name: Name,
  mimeType: Name,
  bytes: Count,
  widthPx: Count,
  heightPx: Count,
  /** Memory on a graphics card, uncompressed with mipmaps. */
  gpuBytes: Count,
})
export type ModelTexture = Static<typeof ModelTexture>

/** What an upload in another format was before it became glTF. */
export const ModelSource = StrictObject({
  format: Name,
  /** Metres that one of the file's own units became, and whether the file, the size of real clothes or its creator said so. */
  metresPerUnit: Type.Number(),
  unitFrom: Enum(['file', 'size', 'creator']),
  /** The axis that pointed up in the file. */
  upAxis: Enum(upAxes),
  upFrom: Enum(['file', 'shape', 'creator']),
  /** Longest side in the file's own units: its original scale. */
  longestSide: Type.Number(),
  /** Textures that the file names and that did not come with it, at most 20. */
  missingTextures: Type.Array(Name, { maxItems: 100 }),
  /** Longest side of its largest texture. */
  largestTexturePx: Count,
  /** The file had no normals and got smooth ones. */
  normalsMade: Type.Boolean(),
  /** It moves in a way that cannot be read, and stands still. */
  lostAnimations: Type.Optional(Type.Boolean()),
  /** A picture of its opacity cannot be used. */
  lostOpacity: Type.Optional(Type.Boolean()),
  /** Path of the model in its archive, and the models that could have been shown as well; absent without an archive. */
  model: Type.Optional(Name),
  otherModels: Type.Optional(Type.Array(Name, { maxItems: 100 })),
  /** Files of the archive that the model does not name, at most 100; absent in models of earlier versions. */
  leftAside: Type.Optional(Type.Array(Name, { maxItems: 100 })),
})
export type ModelSource = Static<typeof ModelSource>

const ModelFinding = StrictObject({
  code: Type.Unsafe<FindingCode>(Name),
  params: Type.Record(Type.String({ maxLength: 64 }), Type.Union([Name, Type.Number()]), { maxProperties: 20 }),
})
export type ModelFinding = Static<typeof ModelFinding>

/** What a prepared model is, measured on the web version. */
export const ModelFacts = StrictObject({
  /** As drawn: a mesh that two nodes show counts twice. */
  triangles: Count,
  vertices: Count,
  drawCalls: Count,
  materials: Count,
  textures: Type.Array(ModelTexture, { maxItems: 100_000 }),
  /** Textures and vertex data together on a graphics card. */
  gpuBytes: Count,
  /** Bounding box of the default scene; glTF's unit is the metre, but some exporters write centimetres. */
  widthMetres: Metres,
  heightMetres: Metres,
  depthMetres: Metres,
  /** Of all triangles as drawn, one side of each; absent in models of earlier versions. */
  areaSquareMetres: Type.Optional(Type.Number({ minimum: 0, maximum: 1e24 })),
  animations: Type.Array(StrictObject({ name: Name, durationSeconds: Count }), { maxItems: 100_000 }),
  /** Names of the KHR_materials_variants, in file order. */
  colourways: Type.Array(Name, { maxItems: 100_000 }),
  /** Only where the upload was converted, came in an archive or was corrected. */
  source: Type.Optional(ModelSource),
  /** In the order in which they matter; absent in models of earlier versions. */
  findings: Type.Optional(Type.Array(ModelFinding, { maxItems: 1_000 })),
})
export type ModelFacts = Static<typeof ModelFacts>

/** What its creator says of a model's file where that says nothing, or is wrong. What is left out stays as it was found. */
export interface ModelCorrection {
  metresPerUnit?: number
  upAxis?: UpAxis
  /** Path in the archive of the model that is shown. */
  model?: string
}
