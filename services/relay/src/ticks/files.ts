import { filesToPurge, forgetFile } from '@toile/db/files/files'
import type { TickParts } from './parts.js'

const BATCH = 100

/** Removes the bytes before the row, so that a later run repeats a killed one. */
export async function purgeFiles({ db, storage }: TickParts): Promise<void> {
  for (const file of await filesToPurge(db, BATCH)) {
    await storage.remove(file.key)
    await forgetFile(db, file.id)
  }
}
