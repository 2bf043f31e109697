import { nextStage, stageProgress, videoSteps } from '@toile/contracts/uploads/upload-steps.constants'
import { PROGRESS_INTERVAL_SECONDS } from '@toile/contracts/uploads/uploads.constants'
import type { VideoJob } from '@toile/db/videos/videos'
import type { Parts } from './parts.js'
import { etaOfShare } from './time-left.js'

type StepProgress = { step: string; fraction: number }

export type VideoProgress = ReturnType<typeof openProgress>

/** Publishes the progress at least every two seconds, because clients take silence for a stopped worker. */
export function openProgress({ report }: Pick<Parts, 'report'>, video: VideoJob) {
  let { uploadStage: stage, uploadVersion: version } = video
  let current: StepProgress = { step: 'probe', fraction: 0 }
  let done = 0
  let beganMs = 0

  const publish = () => {
    if (stage !== 'finished' && stage !== 'processed') return
    const eta = etaOfShare(done, (performance.now() - beganMs) / 1_000)
    report(video.uploadId, {
      room: `user:${video.ownerId}`,
      event: 'upload:stage',
      payload: {
        uploadId: video.uploadId,
        stage,
        progress: stageProgress(nextStage[stage], current.step, current.fraction, videoSteps) ?? 0,
        step: current.step,
        ...(eta && { eta }),
        version,
        at: new Date().toISOString(),
      },
    })
  }
  const timer = setInterval(publish, PROGRESS_INTERVAL_SECONDS * 1_000)
  return {
    step(step: string, fraction: number): void {
      current = { step, fraction }
      publish()
    },
    /** @param part share of this try's encoding that is done, 0 to 1, from which the time left is estimated */
    encoded(part: number): void {
      if (beganMs === 0) beganMs = performance.now()
      done = part
    },
    moved(): void {
      stage = 'processed'
      version++
    },
    end: () => clearInterval(timer),
  }
}
