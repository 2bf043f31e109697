import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '@toile/db/client'
import { newId } from '@toile/contracts/ids'
import { insertBatch } from '@toile/db/software/codes-backstage'
import { makeCode } from '@toile/runtime/s-codes'
import { json, orGiveUp, until, untilDone, type Client } from './client.js'
import { makePerson } from './people.js'

const PAUSE_MS = 2_000
const DAYS = 7
const RACERS = 3
const REDEEM = '/workspace/software/redeemcode'

/**
 * Users race for a code in every other round. In the other rounds, one user is given a code. Each round has new users,
 * because each user has a limited number of tries.
 */
export async function useCodes(admin: Client, db: Db, secret: string): Promise<void> {
  for (let round = 0; !admin.enough.aborted; round++) {
    await orGiveUp(admin, async () => {
      let made = makeCode()
      const { codeIds } = await untilDone(admin, 'a batch of codes', () => {
        // Each try makes a new code. If a commit was not confirmed, its code may exist, but stays unused.
        made = makeCode()
        return insertBatch(db, { days: DAYS, note: '', createdBy: admin.id, codes: [made] })
      })
      const codeId = codeIds[0]!
      const people = await untilDone(admin, 'people', () =>
        Promise.all(Array.from({ length: RACERS }, () => makePerson(db, secret))),
      )
      const clients = people.map((person) => ({ ...admin, ...person }))
      admin.journal.write({ kind: 'raced', codeId, days: DAYS })
      if (round % 2 === 0) return void (await Promise.all(clients.map((one) => redeem(one, codeId, made))))
      const [to] = clients
      // There is no idempotency key. 409 means that an earlier attempt succeeded, because nobody else gives this code.
      await until(admin, [200, 409], ['POST', `/backstage/s-codes/${codeId}/give`, json({ userId: to!.id })])
      admin.journal.write({ kind: 'given', codeId, to: to!.id })
      await redeem(to!, codeId, { id: codeId })
    })
    await wait(PAUSE_MS)
  }
}

/** All attempts use one idempotency key, so that the API repeats an answer that was lost. */
async function redeem(client: Client, codeId: string, by: { code: string } | { id: string }): Promise<void> {
  const body = 'code' in by ? { code: by.code } : { id: by.id }
  const call = json(body, { 'idempotency-key': newId() })
  const answer = await until(client, [200, 422], ['POST', REDEEM, call])
  client.journal.write({ kind: 'redeemed', codeId, by: client.id, confirmed: answer.status === 200 })
}
