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
        // Each attempt has another address. An unconfirmed commit may still send its mail, which would look like a
        // duplicate at the same address.
        const to = `letter-${newId()}@example.test`
        await insertMail(db, { kind: 'password_changed', userId: client.id, address: to })
        return to
      })
      client.journal.write({ kind: 'letter', address })
    })
    await wait(PAUSE_MS)
  }
}
