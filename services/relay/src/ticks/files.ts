import { filesToPurge, forgetFile } from '@toile/db/files/files'
import type { TickParts } from './parts.js'

const BATCH = 100

/** Bytes first, then the row, so that a killed run is repeated. */
export async function purgeFiles({ db, storage }: TickParts): Promise<void> {
  for (const file of await filesToPurge(db, BATCH)) {
    await storage.remove(file.key)
    await forgetFile(db, file.id)
  }
}
