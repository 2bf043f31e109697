import type { JobName, JobPayload } from '../jobs.js'
import { reactions, type EventType } from '../reactions.js'
import type { UploadStage } from './uploads.constants.js'
import type { VideoStatus } from '../videos/videos.constants.js'

/** The event that starts the work of a stage. To restart the stage, the event is written for the next attempt. */
export const dueOfStage = {
  upload: 'upload.due',
  finished: 'upload.finished',
  processed: 'upload.processed',
} as const satisfies Partial<Record<UploadStage, EventType>>

export const jobOfStage: Partial<Record<UploadStage, JobName>> = {
  upload: reactions[dueOfStage.upload].jobs[0],
  finished: reactions[dueOfStage.finished].jobs[0],
  processed: reactions[dueOfStage.processed].jobs[0],
}

interface Attempt {
  id: string
  attempt: number
}

/** The job that works on the upload, or on its video while that is pending or processing. Undefined without a job. */
export function jobOfUpload(
  upload: Attempt & { stage: UploadStage },
  video: (Attempt & { status: VideoStatus }) | undefined,
): { name: JobName; payload: JobPayload } | undefined {
  const isOnTheWay = video?.status === 'pending' || video?.status === 'processing'
  const name = isOnTheWay ? reactions['video.due'].jobs[0] : jobOfStage[upload.stage]
  const { id, attempt } = isOnTheWay ? video : upload
  return name && { name, payload: { id, attempt } }
}
