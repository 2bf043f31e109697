import { newId } from '@toile/contracts/ids'
import { api, ApiError } from '../../lib/api.js'
import { withTabLock } from '../../lib/secure-context.js'
import { createExternalStore } from '../../lib/external-store.js'
import { getToken, onSessionChange } from '../../lib/session.js'
import { local, readJson } from '../../lib/storage.js'
import { claimsOf } from '../../lib/token.js'
import { applyMessage } from './cache.js'
import { OUTBOX_KEY } from './outbox-key.js'

// Unsent messages outlive the page and are sent in order. A retry has the same idempotency key, for which the server
// adds only one message.

export interface OutboxMessage {
  key: string
  to: string
  body: string
  imageId?: string | undefined
  writtenAt: string
  failure?: string | undefined
}
type StoredMessages = Record<string, OutboxMessage[]>

const retryMs = { first: 2_000, last: 30_000 }
const none: readonly OutboxMessage[] = []

const owner = () => claimsOf(getToken())?.sub

function read(): StoredMessages {
  const stored = readJson(local, OUTBOX_KEY)
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as StoredMessages) : {}
}

/** The stored messages of one user. Entries that are not messages are ignored. */
function messagesOf(stored: StoredMessages, ownerId: string): readonly OutboxMessage[] {
  const items: unknown = stored[ownerId]
  return Array.isArray(items) ? items.filter(isMessage) : none
}

function isMessage(item: unknown): item is OutboxMessage {
  const { key, to, body, writtenAt } = (item ?? {}) as Record<string, unknown>
  return [key, to, body, writtenAt].every((text) => typeof text === 'string')
}

const store = createExternalStore()
let shown: { text: string | null; owner: string | undefined; items: readonly OutboxMessage[] } | undefined

function ownMessages(): readonly OutboxMessage[] {
  const [text, ownerId] = [local.getItem(OUTBOX_KEY), owner()]
  if (shown?.text !== text || shown.owner !== ownerId)
    shown = { text, owner: ownerId, items: ownerId === undefined ? none : messagesOf(read(), ownerId) }
  return shown.items
}

/** Changes the user's outbox. Reads the storage first, because another tab may have changed it. */
function change(to: (items: readonly OutboxMessage[]) => OutboxMessage[]): void {
  const ownerId = owner()
  if (ownerId === undefined) return
  const stored = read()
  const items = to(messagesOf(stored, ownerId))
  if (items.length > 0) stored[ownerId] = items
  else delete stored[ownerId]
  if (Object.keys(stored).length > 0) local.setItem(OUTBOX_KEY, JSON.stringify(stored))
  else local.removeItem(OUTBOX_KEY)
  store.changed()
}

export function useOutbox(): readonly OutboxMessage[] {
  return store.useValue(ownMessages)
}

export function send(message: Pick<OutboxMessage, 'to' | 'body' | 'imageId'>): void {
  const stored = { ...message, key: newId(), writtenAt: new Date().toISOString() }
  change((items) => [...items, stored])
  void flush()
}

/** Sends a failed message again, after the messages that are already waiting. */
export function retrySend(key: string): void {
  change((items) => {
    const found = items.find((item) => item.key === key)
    return found ? [...items.filter((item) => item !== found), { ...found, failure: undefined }] : [...items]
  })
  void flush()
}

export function removeFromOutbox(key: string | undefined): void {
  if (key !== undefined && ownMessages().some((item) => item.key === key))
    change((items) => items.filter((item) => item.key !== key))
}

let running = false
let isFlushRequested = false
let pauseMs = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends the waiting messages in order. Retries later if there is no answer, or if the answer is a 429 or a 5xx. */
export async function flush(): Promise<void> {
  clearTimeout(timer)
  isFlushRequested = running
  if (running) return
  running = true
  // Only one tab sends at a time. Plain http has no tab locks, so idempotency keys then prevent duplicates.
  try {
    await withTabLock('toile-messages-waiting', sendAll)
  } finally {
    running = false
  }
  if (isFlushRequested) await flush()
}

async function sendAll(): Promise<void> {
  for (;;) {
    const next = ownMessages().find(({ failure }) => failure === undefined)
    if (!next) break
    const { key, to, body, imageId } = next
    try {
      const message = await api.sendMessage({ userId: to, body, imageId }, { idempotencyKey: key })
      pauseMs = 0
      applyMessage(message)
      removeFromOutbox(key)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isTransient(error)) {
        pauseMs = Math.min(retryMs.last, pauseMs * 2 || retryMs.first)
        timer = setTimeout(() => void flush(), pauseMs)
        break
      }
      if (error.status === 401) break
      change((items) => items.map((item) => (item.key === key ? { ...item, failure: error.message } : item)))
    }
  }
}

const isTransient = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

addEventListener('online', () => void flush())
addEventListener('storage', ({ key }) => key === OUTBOX_KEY && store.changed())
onSessionChange(store.changed)
