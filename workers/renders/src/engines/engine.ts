import type { Piece } from '@toile/contracts/renders/render-plan'
import type { ChunkJob } from '@toile/db/renders/renders-jobs'

interface DrawOptions {
  signal: AbortSignal
  /** How many of the piece's samples are drawn. */
  onSample(done: number): void
  /** A small WebP of what there is after so many samples; not every engine has one. */
  onPreview?: (picture: Buffer, samples: number) => void
}

/** Draws a piece as PNG. */
export type DrawPiece = (piece: Piece, options: DrawOptions) => Promise<Buffer>

/** The model of a part of a render. */
interface ModelOfJob {
  sha256: string
  /** Writes it to a path. */
  fetchTo: (path: string) => Promise<void>
}

/** Opens the model of a part, and gives `work` what draws its pieces, one after the other. */
export type Engine = (
  job: ChunkJob,
  model: ModelOfJob,
  signal: AbortSignal,
  work: (draw: DrawPiece) => Promise<void>,
) => Promise<void>

/** One piece: a large one of a heavy garment on a machine that does other things as well. */
export const PIECE_TIMEOUT_MS = 600_000
