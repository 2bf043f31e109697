import type { UploadStage } from '@toile/contracts/uploads.constants'
import type { Upload, UploadStageMessage } from '@toile/contracts/uploads'

/** What the rail shows of an upload: the part of it that live messages carry. */
export type StageState = Pick<UploadStageMessage, 'stage' | 'progress' | 'step' | 'failure' | 'version'> & {
  /** Whether Retry can help; only with `failure`. */
  retryable?: boolean | undefined
}

/** The rows of the rail. Their order never changes, so they stand before anything is known. */
export const rows = ['upload', 'finished', 'processed', 'ready_to_publish'] as const
export type Row = (typeof rows)[number]
export type RowState = 'waiting' | 'running' | 'done' | 'failed'

/** Messages may come twice or out of order: taken is a greater version, or the same one with progress not smaller. */
export function isNewer(message: Pick<StageState, 'version' | 'progress'>, than: typeof message): boolean {
  return message.version > than.version || (message.version === than.version && message.progress >= than.progress)
}

/** The present state: what was fetched, or the latest message where that is newer. */
export function stageOf(fetched: Upload, message: UploadStageMessage | undefined): StageState {
  return message?.uploadId === fetched.id && isNewer(message, fetched) ? message : fetched
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
export function bytesAreThere({ received, size }: Upload, state: StageState): boolean {
  return state.stage !== 'upload' || state.version > 1 || received === size
}

/** The last stage that went well, by the upload's own history. */
export function lastGoodStage({ stages }: Pick<Upload, 'stages'>): Row | undefined {
  return stages.findLast((entry): entry is { stage: Row; at: string } => entry.stage !== 'failed')?.stage
}
