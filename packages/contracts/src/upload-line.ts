import type { JobName } from './jobs.js'
import { reactions } from './reactions.js'
import type { UploadStage } from './uploads.constants.js'

/** The job that moves an upload on from each stage, as the reactions table has it. */
export const jobOfStage: Partial<Record<UploadStage, JobName>> = {
  upload: reactions['upload.received'].jobs[0],
  finished: reactions['upload.finished'].jobs[0],
  processed: reactions['upload.processed'].jobs[0],
}
