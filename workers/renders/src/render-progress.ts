import { renderForecast } from '@toile/bus/render-forecast'
import { shareProgress } from '@toile/bus/shared-progress'
import { progressOf, SCOUT, type Piece } from '@toile/contracts/renders/render-plan'
import type { RenderStatus } from '@toile/contracts/renders/renders.constants'
import { PROGRESS_INTERVAL_SECONDS } from '@toile/contracts/uploads/uploads.constants'
import type { ChunkJob } from '@toile/db/renders/renders-jobs'
import { etaOf, middleOf } from '@toile/db/renders/renders-history'
import type { Parts } from './parts.js'

export type RenderProgress = ReturnType<typeof openProgress>

/** Publishes the render's progress at least every two seconds, because clients take silence for a stopped worker. */
export function openProgress({ db, redis, report }: Pick<Parts, 'db' | 'redis' | 'report'>, job: ChunkJob) {
  let { status, version } = job
  let previewUrl: string | undefined
  let current: { piece: Piece; sample: number } | undefined
  let pieces = 0

  const publish = async () => {
    const { piece, sample } = current ?? {}
    const samples = piece?.samples ? piece.samples.to - piece.samples.from : 1
    const part = Math.min(1, (pieces + (sample ?? 0) / samples) / job.pieces.length)
    const shared = await shareProgress(redis, `${job.renderId}.${job.renderAttempt}`, job.id, part * job.share)
    const done = Math.max(shared, job.done + part * job.share)
    // The report has no time estimate while Postgres is unreachable.
    const forecast = await renderForecast(db, redis).catch(() => undefined)
    const left = {
      seconds: (1 - done) * job.totalSeconds,
      chunks: Math.ceil((1 - done) * job.chunks),
      secondsAhead: 0,
    }
    const eta = forecast && etaOf(forecast, job.settings.engine, left)
    report(job.renderId, {
      room: `user:${job.ownerId}`,
      event: 'render:status',
      payload: {
        renderId: job.renderId,
        number: job.number,
        status,
        progress: progressOf(status, done),
        etaSeconds: middleOf(eta),
        ...(eta && { eta }),
        ...(piece && piece.name !== SCOUT && { frame: piece.picture + 1, frames: job.frames }),
        ...(piece?.samples && { sample: (sample ?? 0) + piece.samples.from, samples: job.settings.samples }),
        ...(previewUrl && { previewUrl }),
        version,
        at: new Date().toISOString(),
      },
    })
  }
  const timer = setInterval(() => void publish(), PROGRESS_INTERVAL_SECONDS * 1_000)
  return {
    sample(piece: Piece, done: number): void {
      current = { piece, sample: done }
      void publish()
    },
    pieceDrawn(piece: Piece): void {
      pieces++
      current = { piece, sample: 0 }
      void publish()
    },
    previewStored(fileId: string): void {
      previewUrl = `file:${fileId}`
    },
    /** Sets the render's state as read from its row, which other workers change too. */
    setState(state: { status: RenderStatus; version: number }): void {
      status = state.status
      version = state.version
    },
    end: () => clearInterval(timer),
  }
}
