import { useSyncExternalStore } from 'react'
import { newId } from '@toile/contracts/ids'
import type { messageRoutes } from '@toile/contracts/messages/messages'
import { call, FAILED, type Failed } from '../../lib/api.js'
import { inTurn } from '../../lib/secure-context.js'
import { getToken, onSessionChange } from '../../lib/session.js'
import { local } from '../../lib/storage.js'
import { claimsOf } from '../../lib/token.js'
import { takeMessage } from './cache.js'
import { WAITING_KEY } from './waiting-key.js'

// Messages that were written and not sent yet. They outlive the page, go out in their order, and each once: its key goes
// with it, and the server knows a key that it has seen.

export interface WaitingMessage {
  key: string
  to: string
  body: string
  imageId?: string | undefined
  writtenAt: string
  /** Why it cannot be sent; without one it still waits. */
  failure?: string | undefined
}
type Kept = Record<string, WaitingMessage[]>

const RETRY_MS = { first: 2_000, last: 30_000 }
const NONE: readonly WaitingMessage[] = []

const owner = () => claimsOf(getToken())?.sub

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(local.getItem(WAITING_KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Kept) : {}
  } catch {
    return {}
  }
}

/** What is kept of a person. Anybody may have written there: what is no message is nothing. */
function keptOf(kept: Kept, who: string): readonly WaitingMessage[] {
  const items: unknown = kept[who]
  return Array.isArray(items) ? items.filter(isMessage) : NONE
}

function isMessage(item: unknown): item is WaitingMessage {
  const { key, to, body, writtenAt } = (item ?? {}) as Record<string, unknown>
  return [key, to, body, writtenAt].every((text) => typeof text === 'string')
}

const listeners = new Set<() => void>()
let shown: { text: string | null; owner: string | undefined; items: readonly WaitingMessage[] } | undefined

function own(): readonly WaitingMessage[] {
  const [text, who] = [local.getItem(WAITING_KEY), owner()]
  if (shown?.text !== text || shown.owner !== who)
    shown = { text, owner: who, items: who === undefined ? NONE : keptOf(read(), who) }
  return shown.items
}

/** Changes what waits of the signed-in person, as it stands in the store by now: another tab may have changed it. */
function change(to: (items: readonly WaitingMessage[]) => WaitingMessage[]): void {
  const who = owner()
  if (who === undefined) return
  const kept = read()
  const items = to(keptOf(kept, who))
  if (items.length > 0) kept[who] = items
  else delete kept[who]
  if (Object.keys(kept).length > 0) local.setItem(WAITING_KEY, JSON.stringify(kept))
  else local.removeItem(WAITING_KEY)
  listeners.forEach((listener) => listener())
}

/** What waits, or could not be sent, of the signed-in person. */
export function useWaiting(): readonly WaitingMessage[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, own)
}

/** Keeps a message and sends it as soon as that is possible. */
export function send(message: Pick<WaitingMessage, 'to' | 'body' | 'imageId'>): void {
  const kept = { ...message, key: newId(), writtenAt: new Date().toISOString() }
  change((items) => [...items, kept])
  void flush()
}

/** Tries one that failed once more, after those that wait. */
export function sendAgain(key: string): void {
  change((items) => {
    const found = items.find((item) => item.key === key)
    return found ? [...items.filter((item) => item !== found), { ...found, failure: undefined }] : [...items]
  })
  void flush()
}

/** Forgets one: it was sent, whatever its call has heard, or is not wanted any more. */
export function drop(key: string | undefined): void {
  if (key !== undefined && own().some((item) => item.key === key))
    change((items) => items.filter((item) => item.key !== key))
}

let running = false
let isWantedAgain = false
let pauseMs = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends what waits, one after the other, in one tab at a time; what finds no server is tried again by itself. */
export async function flush(): Promise<void> {
  clearTimeout(timer)
  isWantedAgain = running
  if (running) return
  running = true
  // Where tabs cannot take turns, the keys keep two of them from sending anything twice.
  await inTurn('toile-messages-waiting', sendAll)
  running = false
  if (isWantedAgain) await flush()
}

async function sendAll(): Promise<void> {
  for (;;) {
    const next = own().find(({ failure }) => failure === undefined)
    if (!next) break
    const { key, to, body, imageId } = next
    const answer = await call<typeof messageRoutes.sendMessage>(
      'POST',
      `/conversations/${to}/messages`,
      { body, imageId },
      { idempotencyKey: key, quiet: true },
    )
    if (answer.code !== FAILED) {
      pauseMs = 0
      takeMessage(answer.data)
      drop(key)
    } else if (isPassing(answer)) {
      pauseMs = Math.min(RETRY_MS.last, pauseMs * 2 || RETRY_MS.first)
      timer = setTimeout(() => void flush(), pauseMs)
      break
    } else if (answer.status === 401) break
    else change((items) => items.map((item) => (item.key === key ? { ...item, failure: answer.message } : item)))
  }
}

const isPassing = ({ status }: Failed) => status === 0 || status === 429 || status >= 500

addEventListener('online', () => void flush())
addEventListener('storage', ({ key }) => key === WAITING_KEY && listeners.forEach((listener) => listener()))
onSessionChange(() => listeners.forEach((listener) => listener()))
