import type { Redis } from 'ioredis'
import { PREFIX } from './redis.js'

const KEEP_SECONDS = 6 * 3600

/** Raises one part's share and returns the sum of all. It is atomic, so no concurrent worker's share is missing. */
const RAISE = `
  local before = tonumber(redis.call('hget', KEYS[1], ARGV[1]) or '0')
  if tonumber(ARGV[2]) > before then redis.call('hset', KEYS[1], ARGV[1], ARGV[2]) end
  redis.call('expire', KEYS[1], ARGV[3])
  local sum = 0
  for _, share in ipairs(redis.call('hvals', KEYS[1])) do sum = sum + tonumber(share) end
  return tostring(sum)`

/**
 * Records the progress of one part and returns the sum of all parts, at most 1. The sum does not decrease when a killed
 * worker's part restarts. If Redis fails, only `share` is returned.
 * @param id identifies the subject and its attempt @param share the part's finished share of the whole, 0 to 1
 */
export async function shareProgress(redis: Redis, id: string, part: string, share: number): Promise<number> {
  const sum = await redis.eval(RAISE, 1, `${PREFIX}:shares:${id}`, part, share, KEEP_SECONDS).catch(() => share)
  return Math.min(1, Math.max(share, Number(sum)))
}
