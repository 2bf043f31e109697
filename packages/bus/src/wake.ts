import type { Redis } from 'ioredis'
import { PREFIX } from './redis.js'

const CHANNEL = `${PREFIX}:wake`

/** Makes the function that tells the relays of new events; a lost wake-up costs the relay's poll interval, nothing else. */
export function waker(redis: Redis): () => void {
  return () => void redis.publish(CHANNEL, '').catch(() => {})
}

/** Calls back on every wake-up. The connection can do nothing else afterwards. */
export async function onWake(redis: Redis, wake: () => void): Promise<void> {
  redis.on('message', wake)
  await redis.subscribe(CHANNEL)
}
