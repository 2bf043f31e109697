import type { Term } from '@toile/contracts/moderation/terms'
import { InputFailure } from '@toile/contracts/failures'

const MB = 2 ** 20

/** Upper bounds for a model. 300,000 nodes hang a browser. A file of 380 bytes can expand to 300 million zeros. */
export const limits = {
  jsonBytes: 32 * MB,
  jsonDepth: 128,
  /** Parsers compare materials, skins and accessors pairwise: 2,000 materials took 12 s. */
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
  /** Limit of samplers plus channels. Ten clips in which 300 bones move, rotate and scale have 18,000 in total. */
  animationTracks: 20_000,
  nodeDepth: 256,
  generatedBytes: 256 * MB,
  /** Accessors may read 2 bytes per byte of the files, plus 256 MB: parsers copy even bytes that accessors share. */
  accessorBytesPerFileByte: 2,
  extraAccessorBytes: 256 * MB,
  primitives: 5_000,
  attributesPerPrimitive: 32,
  /** A face has about a hundred morph targets, a garment a dozen. */
  morphTargetsPerPrimitive: 256,
  attributes: 100_000,
  variants: 256,
  variantMappings: 20_000,
  /** Triangles as drawn: a mesh counts once per node and instance that shows it. */
  triangles: 5_000_000,
  /** Each instance has a matrix. A dress of sequins has about 50,000 instances. */
  meshInstances: 200_000,
  /**
   * Limit of the values that mesh primitives read, plus the vertices that nodes draw, counted with their joints and
   * morph targets. Parsers scan the whole accessor for each primitive: 200 primitives over an accessor of two million
   * values took 14 s. Five million separate triangles have 15 million vertices with five values each.
   */
  valuesRead: 100_000_000,
  /** An outfit of 16 fabrics with four maps each has 64 images. `imagePixels` limits what they cost. */
  images: 512,
  imageSidePx: 8192,
  /** Limit of the pixels of all images together. It allows 16 images of 8192 px a side, or 64 of 4096 px. */
  imagePixels: 16 * 8192 ** 2,
  /** Limits of text formats, which a browser turns into one string and then into lines. */
  textBytes: 256 * MB,
  textLines: 8_000_000,
  /** Limit per material file. A material has ten lines of about 40 bytes. */
  materialBytes: 8 * MB,
  /** Each change of material splits a mesh. A garment has a few dozen changes. */
  materialChanges: 50_000,
  archiveEntries: 2_000,
  /** Limit of the unpacked bytes of all entries read. These bytes stay in memory with what a library makes of them. */
  archiveBytes: 640 * MB,
  archiveRatio: 100,
  /** Smaller entries may have any compression ratio, because a small text that repeats one letter is no bomb. */
  archiveRatioFromBytes: MB,
  archiveFolders: 16,
} as const

/**
 * Models with more accessors are shown but not packed, because packing takes quadratic time (9,000 animated nodes took
 * over 100 s). A garment of 500 parts with separate accessors has 2,000 to 2,500 accessors.
 */
export const MAX_ACCESSORS_TO_PACK = 5_000
/** Limit of the joints of all nodes together, because packing gives each node its own copy of a skin. */
export const MAX_JOINTS_TO_PACK = 200_000
export const MAX_ACCESSORS_FOR_LEVELS = 2_500
export const MAX_NODES_FOR_LEVELS = 4_000

export const WEB_TEXTURE_PX = 2048

export function assertAtMost(found: number, limit: number, what: Term): void {
  if (found > limit) throw new InputFailure('MODEL_TOO_COMPLEX', { found, what, limit })
}
