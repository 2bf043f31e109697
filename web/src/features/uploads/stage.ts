import type { UploadStage } from '@toile/contracts/uploads/uploads.constants'
import type { Upload, UploadStageMessage } from '@toile/contracts/uploads/uploads'

/** What the rail shows of an upload: the part of it that live messages carry. */
export type StageState = Omit<UploadStageMessage, 'uploadId'> & {
  /** When this was received, by this device's clock. */
  receivedAtMs: number
}

/** The rows of the rail. Their order never changes, so they stand before anything is known. */
export const rows = ['upload', 'finished', 'processed', 'ready_to_publish'] as const
export type Row = (typeof rows)[number]
export type RowState = 'waiting' | 'running' | 'done' | 'failed'

/**
 * Messages may come twice or out of order: taken is a greater version, or the same one if it was not said earlier.
 * Within a stage the bar may go back: a worker was killed, and another began anew.
 */
export function isNewer(message: Pick<StageState, 'version' | 'at'>, than: typeof message): boolean {
  return message.version > than.version || (message.version === than.version && message.at >= than.at)
}

/** Whether anything is still to come without a press of its owner's. */
export function isUnderWay(stage: UploadStage): boolean {
  return stage !== 'ready_to_publish' && stage !== 'failed'
}

/** What was fetched, in the shape of a message. */
export function stageOf(fetched: Upload): StageState {
  const { stage, progress, step, place, eta, failure, retryable, version, newsAt } = fetched
  return {
    stage,
    progress,
    ...(step && { step }),
    ...(place !== undefined && { place }),
    ...(eta && { eta }),
    ...(failure && { failure }),
    ...(retryable !== undefined && { retryable }),
    version,
    at: newsAt,
    // The server's clock against ours: what it says of the future is now.
    receivedAtMs: Math.min(Date.now(), Date.parse(newsAt)),
  }
}

/**
 * Where each row stands. A stage that is reached opens the next row: at `finished` the row `processed` is running, and
 * once all bytes are `received` the row `finished` is. After a failure the row after `lastGood` is the one that broke.
 */
export function rowStates(stage: UploadStage, received: boolean, lastGood: Row | undefined): Record<Row, RowState> {
  const reached = stage === 'failed' ? rowsDone(lastGood ?? 'upload', true) : rowsDone(stage, received)
  const stateOf = (i: number): RowState =>
    i < reached ? 'done' : i > reached ? 'waiting' : stage === 'failed' ? 'failed' : 'running'
  return Object.fromEntries(rows.map((row, i) => [row, stateOf(i)])) as Record<Row, RowState>
}

function rowsDone(stage: Row, received: boolean): number {
  return stage === 'upload' ? Number(received) : rows.indexOf(stage) + 1
}

/** Whether every byte is stored: that is the first durable change of an upload, whose version begins at 1. */
export function areAllBytesReceived({ received, size }: Upload, { stage, version }: StageState): boolean {
  return stage !== 'upload' || version > 1 || received === size
}

/** The last stage that went well, by the upload's own history. */
export function lastGoodStage({ stages }: Pick<Upload, 'stages'>): Row | undefined {
  return stages.findLast((entry): entry is { stage: Row; at: string } => entry.stage !== 'failed')?.stage
}
