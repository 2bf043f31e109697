import { Type, type Static } from 'typebox'
import { MAX_MISSING_TEXTURES, upAxes, type FindingCode, type UpAxis } from './models.constants.js'
import { Enum, StrictObject } from '../shapes.js'

const Name = Type.String({ maxLength: 100_000 })
const Count = Type.Number({ minimum: 0, maximum: 1e15 })
const Metres = Type.Number({ minimum: 0, maximum: 1e12 })

/** gltf-validator's report on the uploaded model. The report's errors alone never reject a model. */
export const ModelReport = StrictObject({
  validatorVersion: Name,
  errors: Count,
  warnings: Count,
  infos: Count,
  hints: Count,
  /** First 100 messages. `severity` is 0 (error), 1 (warning), 2 (info) or 3 (hint). `pointer` is a JSON pointer. */
  messages: Type.Array(
    StrictObject({ code: Name, message: Type.String({ maxLength: 65_536 }), severity: Count, pointer: Name }),
    {
      maxItems: 100,
    },
  ),
  truncated: Type.Boolean(),
})
export type ModelReport = Static<typeof ModelReport>

const ModelTexture = StrictObject({
  name: Name,
  mimeType: Name,
  bytes: Count,
  widthPx: Count,
  heightPx: Count,
  /** Bytes of GPU memory that the uncompressed texture and its mipmaps take. */
  gpuBytes: Count,
})
export type ModelTexture = Static<typeof ModelTexture>

export const ModelSource = StrictObject({
  format: Name,
  /** Metres per unit of the file. If `unitFrom` is `size`, Toile guessed the unit from the usual size of clothes. */
  metresPerUnit: Type.Number(),
  unitFrom: Enum(['file', 'size', 'creator']),
  upAxis: Enum(upAxes),
  upFrom: Enum(['file', 'shape', 'creator']),
  /** Longest side of the model, in the file's own units. */
  longestSide: Type.Number(),
  missingTextures: Type.Array(Name, { maxItems: MAX_MISSING_TEXTURES }),
  largestTexturePx: Count,
  normalsMade: Type.Boolean(),
  /** The file has an animation that cannot be read, so the model stands still. */
  lostAnimations: Type.Optional(Type.Boolean()),
  lostOpacity: Type.Optional(Type.Boolean()),
  lostBump: Type.Optional(Type.Boolean()),
  /** Paths of the model and of the other models in its archive. Without an archive, both fields are absent. */
  model: Type.Optional(Name),
  otherModels: Type.Optional(Type.Array(Name, { maxItems: 100 })),
  /** At most 100 files of the archive that the model does not use. Older models lack this field. */
  leftAside: Type.Optional(Type.Array(Name, { maxItems: 100 })),
})
export type ModelSource = Static<typeof ModelSource>

const ModelFinding = StrictObject({
  code: Type.Unsafe<FindingCode>(Name),
  params: Type.Record(Type.String({ maxLength: 64 }), Type.Union([Name, Type.Number()]), { maxProperties: 20 }),
})
export type ModelFinding = Static<typeof ModelFinding>

export const ModelFacts = StrictObject({
  /** Triangles as drawn: a mesh that two nodes use counts twice. */
  triangles: Count,
  vertices: Count,
  drawCalls: Count,
  materials: Count,
  textures: Type.Array(ModelTexture, { maxItems: 100_000 }),
  /** Estimated bytes of GPU memory for all textures with their mipmaps and all glTF accessors. */
  gpuBytes: Count,
  /** Bounding box of the default scene. It is wrong if a glTF file is not in metres and was not corrected. */
  widthMetres: Metres,
  heightMetres: Metres,
  depthMetres: Metres,
  /** Area of all triangles as drawn, counting one side of each. Older models lack this field. */
  areaSquareMetres: Type.Optional(Type.Number({ minimum: 0, maximum: 1e24 })),
  animations: Type.Array(StrictObject({ name: Name, durationSeconds: Count }), { maxItems: 100_000 }),
  colourways: Type.Array(Name, { maxItems: 100_000 }),
  /** Only for uploads that were converted, came in an archive or were corrected. */
  source: Type.Optional(ModelSource),
  /** Findings about the uploaded file and its conversion come first. Older models lack this field. */
  findings: Type.Optional(Type.Array(ModelFinding, { maxItems: 1_000 })),
})
export type ModelFacts = Static<typeof ModelFacts>

/** The creator's corrections of what a file leaves out or gets wrong. Omitted fields keep the detected value. */
export interface ModelCorrection {
  metresPerUnit?: number
  upAxis?: UpAxis
  model?: string
}
