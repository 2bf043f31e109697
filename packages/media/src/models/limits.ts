import type { Term } from '@toile/contracts/moderation/terms'
import { InputFailure } from '@toile/contracts/failures'

const MB = 2 ** 20

/** Upper bounds for a model. 300,000 nodes hang a browser; a file of 380 bytes can expand to 300 million zeros. */
export const limits = {
  jsonBytes: 32 * MB,
  jsonDepth: 128,
  /** Top-level glTF lists. Parsers compare materials, skins and accessors pairwise: 2,000 materials took 12 s. */
  lists: {
    accessors: 20_000,
    animations: 2_000,
    bufferViews: 40_000,
    buffers: 2_000,
    cameras: 1_000,
    materials: 500,
    meshes: 5_000,
    nodes: 20_000,
    samplers: 2_000,
    scenes: 100,
    skins: 500,
    textures: 2_000,
  },
  listedNodes: 100_000,
  /** Samplers and channels: ten clips of 300 bones with rotation, translation and scale are 18,000. */
  animationTracks: 20_000,
  nodeDepth: 256,
  generatedBytes: 256 * MB,
  /** A parser copies what each accessor reads, even where accessors overlap. */
  accessorBytesPerFileByte: 2,
  extraAccessorBytes: 256 * MB,
  primitives: 5_000,
  attributesPerPrimitive: 32,
  /** A face has some hundred, a garment a dozen. */
  morphTargetsPerPrimitive: 256,
  attributes: 100_000,
  variants: 256,
  variantMappings: 20_000,
  /** As drawn: a mesh counts once per node and instance that shows it. */
  triangles: 5_000_000,
  /** Each has a matrix. A dress of sequins has some 50,000. */
  meshInstances: 200_000,
  /**
   * Values that parts read plus points that nodes draw (with joints and targets): parsers scan a whole list per part
   * (200 parts over a list of two million took 14 s). Five million separate triangles have 15 million points of five
   * values.
   */
  valuesRead: 100_000_000,
  /** An outfit of 16 fabrics with four maps has 64; their pixels are the cost. */
  images: 512,
  imageSidePx: 8192,
  /** Of all pictures: 16 of the largest, or 64 of half their side. */
  imagePixels: 16 * 8192 ** 2,
  /** For text formats, which a browser turns into one string, then lines. */
  textBytes: 256 * MB,
  textLines: 8_000_000,
  /** Per material file: a line is some 40 bytes, a material ten lines. */
  materialBytes: 8 * MB,
  /** Each splits a mesh; a garment has some dozen. */
  materialChanges: 50_000,
  archiveEntries: 2_000,
  /** Held in memory, beside what a library makes of it. */
  archiveBytes: 640 * MB,
  archiveRatio: 100,
  /** Smaller entries may have any compression ratio: text of one letter is no bomb. */
  archiveRatioFromBytes: MB,
  archiveFolders: 16,
} as const

/**
 * Larger models are shown but not packed: packing is quadratic (9,000 animated nodes took over 100 s). A garment of
 * 500 parts with separate lists has 2,000 to 2,500.
 */
export const MAX_ACCESSORS_TO_PACK = 5_000
/** Of all nodes together: packing gives each node its own skin. */
export const MAX_JOINTS_TO_PACK = 200_000
export const MAX_ACCESSORS_FOR_LEVELS = 2_500
export const MAX_NODES_FOR_LEVELS = 4_000

export const WEB_TEXTURE_PX = 2048

export function assertAtMost(found: number, limit: number, what: Term): void {
  if (found > limit) throw new InputFailure('MODEL_TOO_COMPLEX', { found, what, limit })
}
