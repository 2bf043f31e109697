import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { insertMail } from '@toile/db/notifications/mails'
import { orGiveUp, untilDone, type Client } from './client.js'

const PAUSE_MS = 1_000

export async function writeLetters(client: Client, db: Db): Promise<void> {
  while (!client.enough.aborted) {
    await orGiveUp(client, async () => {
      const address = await untilDone(client, 'a letter', async () => {
        // The mail of an unconfirmed commit may still be sent. At the same address, it would look like a duplicate of
        // the next attempt's mail, so each attempt has another address.
        const to = `letter-${newId()}@example.test`
        await insertMail(db, { kind: 'password_changed', userId: client.id, address: to })
        return to
      })
      client.journal.write({ kind: 'letter', address })
    })
    await wait(PAUSE_MS)
  }
}
