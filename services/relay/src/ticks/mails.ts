import { redriveMail, stuckMails } from '@toile/db/queries/mails'
import type { TickParts } from './parts.js'

const BATCH = 200

/** Starts mails anew that wait and have no living job: lost by a flushed Redis, or out of their tries. */
export async function redriveMails({ db, queues, config, log }: TickParts): Promise<void> {
  for (const stuck of await stuckMails(db, { seconds: config.sweepAfterSeconds, limit: BATCH })) {
    if (await queues.isAlive('mail.send', stuck)) continue
    await redriveMail(db, stuck)
    log.info({ mail: stuck.id }, 'mail driven anew')
  }
}
