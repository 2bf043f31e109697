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

export interface Parts {
  db: Db
  storage: Storage
  report: ReturnType<typeof progressReporter>
  browser: LazyBrowser
  /** Null while ffmpeg is not installed. */
  tools: () => VideoTools | null
  /** Whether other uploads should become ready before further pictures of this upload are made. */
  doOthersComeFirst: (uploadId: string) => Promise<boolean>
  /** Cache folder for derivatives of known files (the demo's garments); undefined without caching. */
  derivativeCacheDir: string | undefined
  /** The user that media tools run as when the worker is root. */
  user: SystemUser | undefined
}

export async function uploadAt(
  parts: Parts,
  { id, attempt }: JobPayload,
  stage: UploadStage,
): Promise<UploadRow | undefined> {
  const upload = await findUpload(parts.db, id)
  return upload?.stage === stage && upload.attempt === attempt ? upload : undefined
}

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

/** Moves the upload to `failed`, unless it has a newer attempt or another outcome. */
export function failWith({ db }: Parts) {
  return async ({ id, attempt }: JobPayload, failure: StoredFailure): Promise<void> => {
    await failUpload(db, { id, attempt }, failure)
  }
}
