import type { JobName, JobPayload } from './jobs.js'
import { reactions } from './reactions.js'
import type { UploadStage } from './uploads.constants.js'
import type { VideoStatus } from './videos.constants.js'

/** The job that moves an upload on from each stage, as the reactions table has it. */
export const jobOfStage: Partial<Record<UploadStage, JobName>> = {
  upload: reactions['upload.received'].jobs[0],
  finished: reactions['upload.finished'].jobs[0],
  processed: reactions['upload.processed'].jobs[0],
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
  const name = isOnTheWay ? reactions['video.received'].jobs[0] : jobOfStage[upload.stage]
  const { id, attempt } = isOnTheWay ? video : upload
  return name && { name, payload: { id, attempt } }
}
