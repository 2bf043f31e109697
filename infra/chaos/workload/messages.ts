import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@toile/contracts/ids'
import type { Conversation, Message } from '@toile/contracts/messages/messages'
import { json, orGiveUp, until, type Client } from './client.js'
import { entriesOf, type Entry } from '../journal.js'

/** Number of messages that are sent without a pause, to test their order. */
const BURST = 3
/** With this pause, a user sends 15 messages per minute. The API allows 30, but failed attempts may count, too. */
const PAUSE_MS = 12_000
/** A user stops after about this many messages, because the API allows 1,000 messages per day. */
const MOST_MESSAGES = 800
/** Number of bursts per reading. Messages after the last reading stay unread. */
const BURSTS_A_READ = 2
const PAGE = 100

export interface Thread {
  readerId: string
  withId: string
  unread: number
  messages: Pick<Message, 'id' | 'body' | 'seq' | 'mine'>[]
}

export async function correspond(one: Client, other: Client): Promise<void> {
  // Until an answer, the API accepts only one message to a stranger, so each of the two users first writes one.
  await orGiveUp(one, () => write(one, other.id))
  await orGiveUp(other, () => write(other, one.id))
  await Promise.all([keepWriting(one, other.id), keepWriting(other, one.id)])
}

async function keepWriting(client: Client, to: string): Promise<void> {
  for (let burst = 0; burst < MOST_MESSAGES / BURST && !client.enough.aborted; burst++) {
    await orGiveUp(client, async () => {
      for (let i = 0; i < BURST; i++) await write(client, to)
      if (burst % BURSTS_A_READ === 0) await read(client, to)
    })
    await wait(PAUSE_MS, undefined, { signal: client.enough }).catch(() => {})
  }
}

/** Each message has one idempotency key, so that retries make one message. */
async function write(client: Client, to: string): Promise<void> {
  const key = newId()
  const body = `Written ${key}`
  const call = json({ body }, { 'idempotency-key': key })
  const answer = await until(client, 201, ['POST', `/conversations/${to}/messages`, call])
  const { id } = (await answer.json()) as Message
  client.journal.write({ kind: 'wrote', messageId: id, from: client.id, to, body })
}

async function read(client: Client, withId: string): Promise<void> {
  const answer = await until(client, 200, ['GET', `/conversations/${withId}/messages?limit=1`])
  const { conversation } = (await answer.json()) as { conversation: Conversation }
  const seq = conversation.lastSeq
  await until(client, 204, ['PUT', `/conversations/${withId}/read`, json({ seq })])
  client.journal.write({ kind: 'read', by: client.id, withId, seq })
}

export async function readThreads(clients: readonly Client[], journal: readonly Entry[]): Promise<Thread[]> {
  const pairs = entriesOf(journal, 'wrote').flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`])
  const threads: Thread[] = []
  for (const pair of new Set(pairs)) {
    const [readerId, withId] = pair.split(' ') as [string, string]
    const client = clients.find(({ id }) => id === readerId)!
    const thread: Thread = { readerId, withId, unread: 0, messages: [] }
    for (let isWhole = false; !isWhole;) {
      const path = `/conversations/${withId}/messages?limit=${PAGE}&after=${thread.messages.at(-1)?.seq ?? 0}`
      const answer = await until(client, 200, ['GET', path])
      const { items, conversation } = (await answer.json()) as { items: Message[]; conversation: Conversation }
      thread.messages.push(...items)
      thread.unread = conversation.unread
      isWhole = items.length < PAGE
    }
    threads.push(thread)
  }
  return threads
}
