import type { Redis } from 'ioredis'
import type { LiveEvent, LiveMessages } from '@toile/contracts/live'
import { PREFIX } from './redis.js'

const STREAM = `${PREFIX}:live`
/** Entries kept: minutes of a busy day. A reader that falls further behind tells its clients to fetch again. */
const MAX_ENTRIES = 10_000
const BLOCK_MS = 5_000
/** By then every reply is there. A read that ioredis sent again after a reconnect was seen to get none, ever. */
const REPLY_TIMEOUT_MS = BLOCK_MS + 3_000

export interface LiveMessage<E extends LiveEvent = LiveEvent> {
  room: string
  event: E
  payload: LiveMessages[E]
}

/** Appends messages to the one capped stream that every copy of realtime reads. */
export async function sendLive(redis: Redis, messages: readonly LiveMessage[]): Promise<void> {
  if (messages.length === 0) return
  const pipeline = redis.pipeline()
  for (const message of messages) pipeline.xadd(STREAM, 'MAXLEN', '~', MAX_ENTRIES, '*', 'm', JSON.stringify(message))
  const results = await pipeline.exec()
  for (const [error] of results ?? []) if (error) throw error
}

export interface LiveReader {
  close(): Promise<void>
}

type Entry = [id: string, fields: string[]]

/**
 * Reads the stream from now on until closed. `deliver` gets every message in order. `gap` is called when something may
 * have been missed: Redis was away or came back empty, or the stream was cut past the place where this reader stood.
 */
export function readLive(
  redis: Redis,
  { deliver, gap }: { deliver: (message: LiveMessage) => void; gap: () => void },
): LiveReader {
  let closed = false
  /** The last entry read; null while not known where we stand. */
  let position: string | null = null
  let missed = false
  let away = false
  // A connection that comes back goes on with the read that it was waiting for, as if nothing had been.
  redis.on('close', () => (away = true))
  redis.on('ready', () => {
    if (away) gap()
    away = false
  })

  const loop = async () => {
    while (!closed) {
      try {
        position ??= await withTimeout(redis, newest(redis))
        if (missed) {
          missed = false
          gap()
        }
        const { entries, oldest } = await withTimeout(redis, readFrom(redis, position))
        if (entries) {
          if (wasCut(position, entries[0]![0], oldest)) gap()
          for (const [id, fields] of entries) {
            position = id
            deliver(JSON.parse(fields[1]!) as LiveMessage)
          }
        } else if (compareIds(await withTimeout(redis, newest(redis)), position) < 0) {
          // The stream is younger than our place in it: Redis was flushed or restored. Start where it stands.
          position = null
          missed = true
        }
      } catch {
        if (closed) return
        position = null
        missed = true
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
  }
  const running = loop()
  return {
    async close() {
      closed = true
      redis.disconnect()
      await running
    },
  }
}

/** The reply, or a new connection and a rejection when it stays away. */
async function withTimeout<T>(redis: Redis, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      redis.disconnect(true)
      reject(new Error('no answer'))
    }, REPLY_TIMEOUT_MS)
  })
  try {
    return await Promise.race([reply, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The id of the stream's newest entry, `0-0` when it is empty. */
async function newest(redis: Redis): Promise<string> {
  const entries = (await redis.xrevrange(STREAM, '+', '-', 'COUNT', 1)) as Entry[]
  return entries[0]?.[0] ?? '0-0'
}

/** What came after our place, once something has, and the oldest entry of that moment; no entries when nothing came. */
async function readFrom(redis: Redis, position: string): Promise<{ entries?: Entry[]; oldest?: string }> {
  // Sent together: the second waits in Redis until the first is answered, and costs no further way there and back.
  const [found, oldest] = await Promise.all([
    redis.xread('COUNT', 500, 'BLOCK', BLOCK_MS, 'STREAMS', STREAM, position) as Promise<[string, Entry[]][] | null>,
    redis.xrange(STREAM, '-', '+', 'COUNT', 1) as Promise<Entry[]>,
  ])
  return { ...(found && { entries: found[0]![1] }), ...(oldest[0] && { oldest: oldest[0][0] }) }
}

/**
 * Whether entries between our place and the first one read may have been trimmed away: nothing before that one is left,
 * our place neither.
 */
function wasCut(position: string, first: string, oldest: string | undefined): boolean {
  return position !== '0-0' && oldest !== undefined && compareIds(oldest, first) >= 0
}

function compareIds(a: string, b: string): number {
  const [aMs, aSeq] = a.split('-').map(Number) as [number, number]
  const [bMs, bSeq] = b.split('-').map(Number) as [number, number]
  return aMs - bMs || aSeq - bSeq
}
