import type { EventType } from '../events.js'
import type { JobName, JobPayload } from '../jobs.js'
import { reactions } from '../reactions.js'
import type { UploadStage } from './uploads.constants.js'
import type { VideoStatus } from '../videos/videos.constants.js'

/** What an upload at a stage is due for once its turn has come. Emitting it again drives the stage anew. */
export const dueOfStage = {
  upload: 'upload.due',
  finished: 'upload.finished',
  processed: 'upload.processed',
} as const satisfies Partial<Record<UploadStage, EventType>>

/** The job that moves an upload on from each stage, as the reactions table has it. */
export const jobOfStage: Partial<Record<UploadStage, JobName>> = {
  upload: reactions[dueOfStage.upload].jobs[0],
  finished: reactions[dueOfStage.finished].jobs[0],
  processed: reactions[dueOfStage.processed].jobs[0],
}

interface Attempt {
  id: string
  attempt: number
}

/** The job that moves this very upload on: once its `video` is on the way, that one's. Undefined when it is at rest. */
export function jobOfUpload(
  upload: Attempt & { stage: UploadStage },
  video: (Attempt & { status: VideoStatus }) | undefined,
): { name: JobName; payload: JobPayload } | undefined {
  const isOnTheWay = video?.status === 'pending' || video?.status === 'processing'
  const name = isOnTheWay ? reactions['video.due'].jobs[0] : jobOfStage[upload.stage]
  const { id, attempt } = isOnTheWay ? video : upload
  return name && { name, payload: { id, attempt } }
}
