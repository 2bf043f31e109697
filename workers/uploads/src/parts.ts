import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { progressReporter } from '@toile/bus/progress'
import type { StoredFailure } from '@toile/contracts/failures'
import type { JobPayload } from '@toile/contracts/jobs'
import type { UploadStage } from '@toile/contracts/uploads.constants'
import type { Db } from '@toile/db/client'
import { findUpload, type UploadRow } from '@toile/db/queries/uploads'
import { failUpload } from '@toile/db/queries/uploads-stages'
import type { SystemUser } from '@toile/runtime/system-user'
import type { Storage } from '@toile/storage/storage'
import type { PreviewBrowser } from './preview-browser.js'

/** What the handlers work with. */
export interface Parts {
  db: Db
  storage: Storage
  report: ReturnType<typeof progressReporter>
  browser: PreviewBrowser
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
      room: `user:${upload.owner_id}`,
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

const FOLDERS = 'toile-upload-'

/**
 * Runs `work` with an empty folder of its own, which is gone afterwards. In the system's temp folder: the media user
 * must reach it. Its name says whose it is, so that those of a killed process can be told from living ones.
 */
export async function withWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), `${FOLDERS}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the work folders of processes of this machine that are no more. */
export async function removeLeftWorkFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDERS}(\\d+)-`).exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(path.join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
