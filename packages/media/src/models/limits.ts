import type { Term } from '@toile/contracts/moderation/terms'
import { InputFailure } from '@toile/contracts/failures'

const MB = 2 ** 20

/** The most that a model may ask for. Measured reasons: 300 k nodes hang a browser, 3e8 zeros fit in 380 bytes. */
export const limits = {
  jsonBytes: 32 * MB,
  jsonDepth: 128,
  /** Lists at the top of a glTF. Readers compare materials, skins and accessors each with each: 2,000 materials took 12 s. */
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
  /** Of all skins and of all scenes together: one rig may be named by each part that hangs on it. */
  listedNodes: 100_000,
  /** Samplers and channels of all animations: ten clips of 300 bones that turn, move and grow are 18,000. */
  animationTracks: 20_000,
  nodeDepth: 256,
  /** Of accessors without bytes of their own (all zeros, sparse, or made by a decoder). */
  generatedBytes: 256 * MB,
  /** What accessors may read of the file's bytes: a reader copies each, also where they overlap. */
  accessorBytesPerFileByte: 2,
  extraAccessorBytes: 256 * MB,
  primitives: 5_000,
  attributesPerPrimitive: 32,
  /** A face has some hundred, a garment a dozen. */
  morphTargetsPerPrimitive: 256,
  /** Of all parts and their targets. */
  attributes: 100_000,
  variants: 256,
  /** Colourways named by all parts. */
  variantMappings: 20_000,
  /** Drawn: a mesh counts for every node and every instance that shows it. */
  triangles: 5_000_000,
  /** Of nodes and instances that show a mesh, however small: each has a matrix. A dress of sequins has some 50,000. */
  meshInstances: 200_000,
  /**
   * Values that parts name, and points that nodes show (with their joints and targets), together: readers go over all of a
   * list for each part, however little of it the part uses. 200 parts over one list of two million took 14 s. Five million
   * triangles that share no corner have 15 million points, with five values each.
   */
  valuesRead: 100_000_000,
  /** An outfit of 16 fabrics with four maps each has 64; their pixels are what costs. */
  images: 512,
  imageSidePx: 8192,
  /** Of all pictures: 16 of the largest, or 64 of half their side. */
  imagePixels: 16 * 8192 ** 2,
  /** Of a format that is text, which a browser turns into a string and that into lines. */
  textBytes: 256 * MB,
  textLines: 8_000_000,
  /** Of one file of materials: a line is some 40, a material ten of them. */
  materialBytes: 8 * MB,
  /** Each splits a mesh; a garment has some dozen. */
  materialChanges: 50_000,
  archiveEntries: 2_000,
  /** All of it is held in memory, beside what a library makes of it. */
  archiveBytes: 640 * MB,
  archiveRatio: 100,
  /** Below this an entry may be packed as tightly as it likes: text of one letter is no bomb. */
  archiveRatioFromBytes: MB,
  archiveFolders: 16,
} as const

/**
 * Above these a model is shown, but not made as light as others: what compares and packs takes time by the square of
 * their number (9,000 animated nodes: over 100 s). A garment of 500 parts with its own lists for each has 2,000 to 2,500.
 */
export const MAX_ACCESSORS_TO_PACK = 5_000
/** Of all nodes together: packing gives each node a skin of its own. */
export const MAX_JOINTS_TO_PACK = 200_000
export const MAX_ACCESSORS_FOR_LEVELS = 2_500
export const MAX_NODES_FOR_LEVELS = 4_000

/** Longest side of a texture of the web version. */
export const WEB_TEXTURE_PX = 2048

/** @throws InputFailure MODEL_TOO_COMPLEX when more was found than is taken */
export function assertAtMost(found: number, limit: number, what: Term): void {
  if (found > limit) throw new InputFailure('MODEL_TOO_COMPLEX', { found, what, limit })
}
