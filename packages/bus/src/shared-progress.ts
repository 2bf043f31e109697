import type { Redis } from 'ioredis'
import { PREFIX } from './redis.js'

/** Longer than the parts of anything take that many workers share. */
const KEEP_SECONDS = 6 * 3600

/** Sets a part's share where it has grown, and gives the sum of all: one step, so that two workers see each other. */
const RAISE = `
  local before = tonumber(redis.call('hget', KEYS[1], ARGV[1]) or '0')
  if tonumber(ARGV[2]) > before then redis.call('hset', KEYS[1], ARGV[1], ARGV[2]) end
  redis.call('expire', KEYS[1], ARGV[3])
  local sum = 0
  for _, share in ipairs(redis.call('hvals', KEYS[1])) do sum = sum + tonumber(share) end
  return tostring(sum)`

/**
 * How far a thing is that several workers are at: each says what its part has come to, and hears the sum. It never goes
 * back, not even when a killed worker's part begins anew. While Redis is away each knows of its own only.
 * @param id of the thing and its try  @param share how much of the whole is done of this part, 0 to 1
 */
export async function shareProgress(redis: Redis, id: string, part: string, share: number): Promise<number> {
  const sum = await redis.eval(RAISE, 1, `${PREFIX}:shares:${id}`, part, share, KEEP_SECONDS).catch(() => share)
  return Math.min(1, Math.max(share, Number(sum)))
}
