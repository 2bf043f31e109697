import type { Redis } from 'ioredis'
import { PREFIX } from './redis.js'

const CHANNEL = `${PREFIX}:wake`

/**
 * Makes the function that tells the relays of new events; a lost wake-up costs the relay's poll interval, nothing else. One
 * is on its way at a time: all commits until it has arrived share the next.
 */
export function waker(redis: Redis): () => void {
  let isSending = false
  let isDue = false
  const send = async () => {
    isSending = true
    while (isDue) {
      isDue = false
      await redis.publish(CHANNEL, '').catch(() => {})
    }
    isSending = false
  }
  return () => {
    isDue = true
    if (!isSending) void send()
  }
}

/** Calls back on every wake-up. The connection can do nothing else afterwards. */
export async function onWake(redis: Redis, wake: () => void): Promise<void> {
  redis.on('message', wake)
  await redis.subscribe(CHANNEL)
}
