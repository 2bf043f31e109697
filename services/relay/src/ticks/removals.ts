import {
  announcePictures,
  announceUploads,
  checkReferences,
  removePictures,
  removeUploads,
} from '@toile/db/files/removals'
import type { TickParts } from './parts.js'

export async function removeUnusedImages({ db, log }: TickParts): Promise<void> {
  await checkReferences(db)
  await announcePictures(db)
  const removed = await removePictures(db)
  if (removed > 0) log.info({ removed }, 'unused pictures removed')
}

/** Does nothing if mails are only written to files, because then users cannot confirm their address. */
export async function removeUnverifiedUploads({ db, config, log }: TickParts): Promise<void> {
  if (!config.sendsMail) return
  await announceUploads(db)
  const removed = await removeUploads(db)
  if (removed > 0) log.info({ removed }, 'uploads of unconfirmed accounts removed')
}
