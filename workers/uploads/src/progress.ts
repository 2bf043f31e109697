import type { LiveMessage } from '@toile/bus/live-stream'
import type { progressReporter } from '@toile/bus/progress'
import type { Handler } from '@toile/bus/worker'
import { nextStage, stageProgress } from '@toile/contracts/uploads/upload-steps.constants'
import { PROGRESS_INTERVAL_SECONDS } from '@toile/contracts/uploads/uploads.constants'
import type { UploadStageMessage } from '@toile/contracts/uploads/uploads'
import type { Db } from '@toile/db/client'
import type { Eta } from '@toile/contracts/shapes'
import { beginWork, etasOf } from '@toile/db/uploads/stage-history'

type Report = ReturnType<typeof progressReporter>

/** `progress` and `last` are the progress and the message last published. `eta` is the estimate made at the start. */
interface Work {
  beganMs: number
  eta: Eta | undefined
  progress: number
  last: LiveMessage<'upload:stage'> | undefined
}

/**
 * While a handler wrapped by `around` runs, `report` adds the time left and never lets progress decrease, and the last
 * report is repeated every two seconds, because clients take silence for a stopped worker.
 */
export function createUploadProgress(
  db: Db,
  send: Report,
): { report: Report; around: (run: Handler['run']) => Handler['run'] } {
  const works = new Map<string, Work>()

  const publish = (id: string, work: Work, message: LiveMessage<'upload:stage'>) => {
    work.last = message
    const eta = work.eta && less(work.eta, (performance.now() - work.beganMs) / 1_000)
    send(id, {
      ...message,
      payload: { ...message.payload, ...(eta && { eta }), at: new Date().toISOString() },
    })
  }
  const report: Report = (id, message) => {
    const work = works.get(id)
    const payload = message.payload as UploadStageMessage
    if (!work || message.event !== 'upload:stage') return send(id, message)
    work.progress = Math.max(work.progress, progressOf(payload))
    publish(id, work, { ...message, event: 'upload:stage', payload: { ...payload, progress: work.progress } })
  }

  const around = (run: Handler['run']): Handler['run'] => {
    return async (payload, context) => {
      await beginWork(db, payload)
      const work: Work = {
        beganMs: performance.now(),
        eta: (await etasOf(db, [payload.id])).get(payload.id),
        progress: 0,
        last: undefined,
      }
      works.set(payload.id, work)
      const timer = setInterval(
        () => work.last && publish(payload.id, work, work.last),
        PROGRESS_INTERVAL_SECONDS * 1_000,
      )
      try {
        await run(payload, context)
      } finally {
        clearInterval(timer)
        works.delete(payload.id)
      }
    }
  }
  return { report, around }
}

/** Progress of the whole stage. In `finished` and `processed`, `progress` is only that of the current step. */
function progressOf({ stage, step, progress }: UploadStageMessage): number {
  if (stage !== 'finished' && stage !== 'processed') return progress
  return stageProgress(nextStage[stage], step ?? '', progress) ?? 0
}

/** What is left of an estimate after `seconds`. Undefined when the estimate is used up. */
function less({ minSeconds, maxSeconds }: Eta, seconds: number): Eta | undefined {
  if (seconds > maxSeconds) return undefined
  return {
    minSeconds: Math.max(0, Math.floor(minSeconds - seconds)),
    maxSeconds: Math.max(1, Math.ceil(maxSeconds - seconds)),
  }
}
