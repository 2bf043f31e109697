import type { UploadStage } from '@toile/contracts/uploads/uploads.constants'
import type { Upload, UploadStageMessage } from '@toile/contracts/uploads/uploads'

export type StageState = Omit<UploadStageMessage, 'uploadId'> & {
  /** When a message brought this state, in ms. For a fetched state, it is the server's `newsAt`, but at most now. */
  receivedAtMs: number
}

export const rows = ['upload', 'finished', 'processed', 'ready_to_publish'] as const
export type Row = (typeof rows)[number]
export type RowState = 'waiting' | 'running' | 'done' | 'failed'

/**
 * Messages may be duplicated or out of order. Messages of the same version are compared by their time. Their progress
 * is not compared, because it goes back when the job of a killed worker restarts.
 */
export function isNewer(message: Pick<StageState, 'version' | 'at'>, than: typeof message): boolean {
  return message.version > than.version || (message.version === than.version && message.at >= than.at)
}

export function isUnderWay(stage: UploadStage): boolean {
  return stage !== 'ready_to_publish' && stage !== 'failed'
}

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
    // The clocks of server and device may differ, so a time in the future counts as now.
    receivedAtMs: Math.min(Date.now(), Date.parse(newsAt)),
  }
}

/**
 * The row after the reached stage is running: at the stage `finished`, the row `processed`. At the stage `upload`, the
 * row `finished` runs once all bytes are `received`. After a failure, the row after `lastGood` is the failed row.
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

/** Whether all bytes are stored. An upload's version is 1 until the server has recorded that its last byte is stored. */
export function areAllBytesReceived({ received, size }: Upload, { stage, version }: StageState): boolean {
  return stage !== 'upload' || version > 1 || received === size
}

export function lastGoodStage({ stages }: Pick<Upload, 'stages'>): Row | undefined {
  return stages.findLast((entry): entry is { stage: Row; at: string } => entry.stage !== 'failed')?.stage
}
