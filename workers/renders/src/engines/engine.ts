import type { Piece } from '@toile/contracts/renders/render-plan'
import type { ChunkJob } from '@toile/db/renders/renders-jobs'

interface DrawOptions {
  signal: AbortSignal
  onSample(done: number): void
  /** Called while the piece is drawn, with a small WebP that shows the piece after `samples` samples. */
  onPreview?: (picture: Buffer, samples: number) => void
}

/** @returns a PNG */
export type DrawPiece = (piece: Piece, options: DrawOptions) => Promise<Buffer>

interface ModelOfJob {
  sha256: string
  fetchTo: (path: string) => Promise<void>
}

/** Opens the model, and passes `work` a function that draws one piece at a time. */
export type Engine = (
  job: ChunkJob,
  model: ModelOfJob,
  signal: AbortSignal,
  work: (draw: DrawPiece) => Promise<void>,
) => Promise<void>

/** Time limit for one piece; long enough for a large piece of a heavy garment on a busy machine. */
export const PIECE_TIMEOUT_MS = 600_000
