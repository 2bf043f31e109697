import { filesToPurge, forgetFile } from '@toile/db/files/files'
import type { TickParts } from './parts.js'

const BATCH = 100

/** Removes the bytes before the row: if the process is killed in between, a later run repeats the removal. */
export async function purgeFiles({ db, storage }: TickParts): Promise<void> {
  for (const file of await filesToPurge(db, BATCH)) {
    await storage.remove(file.key)
    await forgetFile(db, file.id)
  }
}
