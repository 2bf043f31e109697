import { InputFailure } from '@toile/contracts/failures'

const MB = 2 ** 20

/** The most that a model may ask for. Measured reasons: 300 k nodes hang a browser, 3e8 zeros fit in 380 bytes. */
export const limits = {
  jsonBytes: 32 * MB,
  jsonDepth: 128,
  nodes: 20_000,
  nodeDepth: 256,
  /** Of accessors without bytes of their own (all zeros, sparse, or made by a decoder). */
  unbackedBytes: 256 * MB,
  primitives: 5_000,
  triangles: 5_000_000,
  images: 64,
  imageSidePx: 8192,
  archiveEntries: 2_000,
  archiveBytes: 2_048 * MB,
  archiveRatio: 100,
  /** Below this an entry may be packed as tightly as it likes: text of one letter is no bomb. */
  archiveRatioFromBytes: MB,
  archiveFolders: 16,
} as const

/** Longest side of a texture of the web version. */
export const WEB_TEXTURE_PX = 2048

/** @throws InputFailure MODEL_TOO_COMPLEX when more was found than is taken */
export function atMost(found: number, limit: number, what: string): void {
  if (found > limit) throw new InputFailure('MODEL_TOO_COMPLEX', { found, what, limit })
}
