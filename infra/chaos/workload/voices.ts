import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@toile/contracts/ids'
import { json, orGiveUp, until, type Client } from './client.js'

/** This pause allows at most one like and one follow per second. The limits are 60 per minute. */
const PAUSE_MS = 1_000
/** A user comments once in this many rounds. The limits are 10 comments per minute and 200 per day. */
const ROUNDS_A_COMMENT = 8

export interface Speaker {
  id: string
  workIds: string[]
  others: string[]
}

export async function speak(client: Client, { id, workIds, others }: Speaker, random: () => number): Promise<void> {
  const oneOf = (ids: string[]) => ids[Math.floor(random() * ids.length)]!
  const toggle = async (what: 'like' | 'follow', of: string, on: boolean) => {
    const path = what === 'like' ? `/works/${of}/like` : `/users/${of}/follow`
    await until(client, 200, [on ? 'PUT' : 'DELETE', path])
    client.journal.write({ kind: 'toggled', what, by: id, of, on })
  }
  const said: string[] = []
  for (let round = 0; !client.enough.aborted; round++) {
    await orGiveUp(client, async () => {
      if (round % ROUNDS_A_COMMENT === 0) said.push(await comment(client, oneOf(workIds)))
      if (round % (2 * ROUNDS_A_COMMENT) === ROUNDS_A_COMMENT + 1) await uncomment(client, said.shift())
      await Promise.all([
        toggle('like', oneOf(workIds), random() < 0.5),
        toggle('follow', oneOf(others), random() < 0.5),
        wait(PAUSE_MS),
      ])
    })
  }
}

/** Each comment has one idempotency key, so that retries make one comment. */
async function comment(client: Client, workId: string): Promise<string> {
  const body = `Said ${newId()}`
  const call = json({ body }, { 'idempotency-key': newId() })
  const answer = await until(client, 201, ['POST', `/works/${workId}/comments`, call])
  const { id } = (await answer.json()) as { id: string }
  client.journal.write({ kind: 'commented', commentId: id, body })
  return id
}

/** Accepts 404, because an earlier call whose answer was lost may have deleted the comment. */
async function uncomment(client: Client, commentId: string | undefined): Promise<void> {
  if (commentId === undefined) return
  await until(client, [204, 404], ['DELETE', `/comments/${commentId}`])
  client.journal.write({ kind: 'uncommented', commentId })
}
