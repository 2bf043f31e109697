import type { Redis } from 'ioredis'
import type { LiveEvent, LiveMessages } from '@toile/contracts/live'
import { PREFIX } from './redis.js'

const STREAM = `${PREFIX}:live`
/** Enough for some minutes of a busy day. A reader further behind reports a gap, after which its clients refetch. */
const MAX_ENTRIES = 10_000
const BLOCK_MS = 5_000
/** Timeout of every read, because a read that ioredis repeats after a reconnect may never get a reply. */
const REPLY_TIMEOUT_MS = BLOCK_MS + 3_000

export interface LiveMessage<E extends LiveEvent = LiveEvent> {
  room: string
  event: E
  payload: LiveMessages[E]
}

/** Appends to one capped stream, which every realtime process reads. @throws if Redis fails or rejects a message */
export async function sendLive(redis: Redis, messages: readonly LiveMessage[]): Promise<void> {
  if (messages.length === 0) return
  const pipeline = redis.pipeline()
  for (const message of messages) pipeline.xadd(STREAM, 'MAXLEN', '~', MAX_ENTRIES, '*', 'm', JSON.stringify(message))
  const results = await pipeline.exec()
  for (const [error] of results ?? []) if (error) throw error
}

type Entry = [id: string, fields: string[]]

/** Delivers messages from now on, in order. Calls `gap` if some may be missing: after an outage, a flush or a trim. */
export function readLive(redis: Redis, { deliver, gap }: { deliver: (message: LiveMessage) => void; gap: () => void }) {
  let closed = false
  /** Entries after this id are read next. Null at the start and after a loss, until the stream's end is known. */
  let position: string | null = null
  let missed = false
  let away = false
  // After a reconnect ioredis silently repeats the pending read, so only these events reveal the outage.
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
          // The stream ends before our position: Redis was flushed or restored, so start at the stream's end.
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
    async close(): Promise<void> {
      closed = true
      redis.disconnect()
      await running
    },
  }
}

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

async function newest(redis: Redis): Promise<string> {
  const entries = (await redis.xrevrange(STREAM, '+', '-', 'COUNT', 1)) as Entry[]
  return entries[0]?.[0] ?? '0-0'
}

/** Waits up to `BLOCK_MS` for entries after `position`, reads at most 500, and reads the id of the oldest entry. */
async function readFrom(redis: Redis, position: string): Promise<{ entries?: Entry[]; oldest?: string }> {
  // Pipelined: the second command runs right after the first, without another round trip.
  const [found, oldest] = await Promise.all([
    redis.xread('COUNT', 500, 'BLOCK', BLOCK_MS, 'STREAMS', STREAM, position) as Promise<[string, Entry[]][] | null>,
    redis.xrange(STREAM, '-', '+', 'COUNT', 1) as Promise<Entry[]>,
  ])
  return { ...(found && { entries: found[0]![1] }), ...(oldest[0] && { oldest: oldest[0][0] }) }
}

/** If the first entry read is the oldest, the entry at `position` was trimmed, perhaps with more. '0-0' is no entry. */
function wasCut(position: string, first: string, oldest: string | undefined): boolean {
  return position !== '0-0' && oldest !== undefined && compareIds(oldest, first) >= 0
}

function compareIds(a: string, b: string): number {
  const [aMs, aSeq] = a.split('-').map(Number) as [number, number]
  const [bMs, bSeq] = b.split('-').map(Number) as [number, number]
  return aMs - bMs || aSeq - bSeq
}
