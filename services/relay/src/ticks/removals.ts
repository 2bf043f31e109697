import {
  announcePictures,
  announceUploads,
  checkReferences,
  removePictures,
  removeUploads,
} from '@toile/db/files/removals'
import type { TickParts } from './parts.js'

/** Announces pictures that nothing shows, and later removes them. */
export async function removeUnusedImages({ db, log }: TickParts): Promise<void> {
  await checkReferences(db)
  await announcePictures(db)
  const removed = await removePictures(db)
  if (removed > 0) log.info({ removed }, 'pictures that nothing shows removed')
}

/**
 * Announces uploads of people who never confirmed an email, and later removes them. Not where mails become files: nobody
 * there could confirm one.
 */
export async function removeUnverifiedUploads({ db, config, log }: TickParts): Promise<void> {
  if (!config.sendsMail) return
  await announceUploads(db)
  const removed = await removeUploads(db)
  if (removed > 0) log.info({ removed }, 'uploads of unconfirmed accounts removed')
}
