import type { progressReporter } from '@toile/bus/progress'
import type { StoredFailure } from '@toile/contracts/failures'
import type { JobPayload } from '@toile/contracts/jobs'
import type { UploadStage } from '@toile/contracts/uploads/uploads.constants'
import type { Db } from '@toile/db/client'
import { findUpload, type UploadRow } from '@toile/db/uploads/uploads'
import { failUpload } from '@toile/db/uploads/uploads-transitions'
import type { SystemUser } from '@toile/runtime/system-user'
import type { Storage } from '@toile/storage/storage'
import type { VideoTools } from '@toile/media/videos/executable'
import type { LazyBrowser } from '@toile/browser/lazy-browser'

/** What the handlers work with. */
export interface Parts {
  db: Db
  storage: Storage
  report: ReturnType<typeof progressReporter>
  browser: LazyBrowser
  /** ffmpeg; null while it is not installed. */
  tools: () => VideoTools | null
  /** Whether other files are to be made ready before more pictures are taken of this one. */
  doOthersComeFirst: (uploadId: string) => Promise<boolean>
  /** Cache folder for the derivatives of the demo's garments; undefined where nothing is cached. */
  derivativeCacheDir: string | undefined
  /** Whom media tools run as when we are root. */
  user: SystemUser | undefined
}

/** The upload if it stands at `stage` in this very attempt; undefined when there is nothing to do (any more). */
export async function uploadAt(
  parts: Parts,
  { id, attempt }: JobPayload,
  stage: UploadStage,
): Promise<UploadRow | undefined> {
  const upload = await findUpload(parts.db, id)
  return upload?.stage === stage && upload.attempt === attempt ? upload : undefined
}

/** Tells the owner how far the present stage is: a step's key and 0 to 1. */
export function reportStep({ report }: Parts, upload: UploadRow): (step: string, progress: number) => void {
  return (step, progress) =>
    report(upload.id, {
      room: `user:${upload.ownerId}`,
      event: 'upload:stage',
      payload: {
        uploadId: upload.id,
        stage: upload.stage,
        progress,
        step,
        version: upload.version,
        at: new Date().toISOString(),
      },
    })
}

/** Ends an upload in `failed`, unless it has moved on meanwhile. */
export function failWith({ db }: Parts) {
  return async ({ id, attempt }: JobPayload, failure: StoredFailure): Promise<void> => {
    await failUpload(db, { id, attempt }, failure)
  }
}
