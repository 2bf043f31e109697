import type { Redis } from 'ioredis'
import type { PageViewAt } from '@toile/db/analytics/page-views'
import { PREFIX } from './redis.js'

// A separate capped stream buffers page views for workers/analytics, so that a flood of views drops only older views.

const STREAM = `${PREFIX}:page-views`
const SEEN = `${PREFIX}:page-views:seen`
/** Limits of waiting views and of remembered ids, by which each view counts once. Together they take about 10 MB. */
const MAX_WAITING = 50_000
const MAX_SEEN = 50_000

export type SentView = Omit<PageViewAt, 'at'> & { id: string }

/** Adds views whose ids are not in the set yet. Stream and set drop their oldest entries beyond their maximums. */
const ADD_UNSEEN = `
  local now = redis.call('TIME')[1]
  for i = 3, #ARGV, 2 do
    if redis.call('ZADD', KEYS[2], 'NX', now, ARGV[i]) == 1 then
      redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'v', ARGV[i + 1])
    end
  end
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1 - ARGV[2])`

/** Ignores views whose ids are remembered. @throws if Redis is unreachable, and then these views are lost */
export async function bufferViews(redis: Redis, views: readonly SentView[]): Promise<void> {
  const entries = views.flatMap(({ id, path, seconds, signedIn, referred }) => [
    id,
    JSON.stringify([path, seconds, Number(signedIn), Number(referred)]),
  ])
  await redis.eval(ADD_UNSEEN, 2, STREAM, SEEN, MAX_WAITING, MAX_SEEN, ...entries)
}

/** Reads up to `count` views after the position `after`, oldest first. */
export async function readViews(
  redis: Redis,
  after: string,
  count: number,
): Promise<{ place: string; views: PageViewAt[] } | undefined> {
  const entries = await redis.xrange(STREAM, `(${after}`, '+', 'COUNT', count)
  if (entries.length === 0) return undefined
  const views = entries.map(([id, [, text]]): PageViewAt => {
    const [path, seconds, signedIn, referred] = JSON.parse(text!) as [string, number, number, number]
    return { at: new Date(Number(id.split('-')[0])), path, seconds, signedIn: signedIn === 1, referred: referred === 1 }
  })
  return { place: entries.at(-1)![0], views }
}

export async function forgetViews(redis: Redis, place: string): Promise<void> {
  const [ms, seq] = place.split('-')
  await redis.xtrim(STREAM, 'MINID', `${ms}-${Number(seq) + 1}`)
}

export async function viewsWaiting(redis: Redis): Promise<number> {
  return redis.xlen(STREAM)
}
