import { jobOfStage } from '@toile/contracts/uploads/upload-queue'
import { expireUploads, receivingUploads } from '@toile/db/uploads/uploads'
import { finishUpload, redriveUpload, stuckUploads } from '@toile/db/uploads/uploads-transitions'
import type { TickParts } from './parts.js'
import { redriveStuckThings } from './stuck.js'

const BATCH = 200
/** An upload is checked only after this long without a change: the PATCH with its last byte normally finishes it. */
const QUIET_SECONDS = 5

export const redriveStuckUploads = redriveStuckThings(
  'upload',
  stuckUploads,
  ({ isCorrected, stage }) => (isCorrected ? 'upload.remake' : jobOfStage[stage]!),
  redriveUpload,
)

/** If the API dies after an upload's last byte, the upload stays marked as incomplete. This finishes such uploads. */
export async function finishReceivedUploads({ db, storage, log }: TickParts): Promise<void> {
  for (const upload of await receivingUploads(db, { quietSeconds: QUIET_SECONDS, limit: BATCH })) {
    const stored = await storage.stat(upload.key)
    if (stored?.bytes === upload.size && (await finishUpload(db, upload.id)))
      log.info({ upload: upload.id }, 'found complete')
  }
}

export async function expireUnfinishedUploads({ db, log }: TickParts): Promise<void> {
  const expired = await expireUploads(db)
  if (expired > 0) log.info({ expired }, 'unfinished uploads abandoned')
}
