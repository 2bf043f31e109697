import type { Redis } from 'ioredis'
import { PREFIX } from './redis.js'

const CHANNEL = `${PREFIX}:wake`

/**
 * Returns a function that wakes the relay. A lost wake-up costs only a poll interval. All calls during a send lead to
 * only one more send.
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

/** Puts the connection into subscriber mode, where it can send no other commands. */
export async function onWake(redis: Redis, wake: () => void): Promise<void> {
  redis.on('message', wake)
  await redis.subscribe(CHANNEL)
}

/** Remembers wake-ups that come while the relay reads events. The read may have begun before the events' commit. */
export function createAlarm(pollMs: number) {
  let hasRung = false
  let rouse = () => {}
  return {
    ring(): void {
      hasRung = true
      rouse()
    },
    /** Forgets earlier wake-ups. Called just before the relay reads events, because this read includes their events. */
    reset(): void {
      hasRung = false
    },
    /** Sleeps until a wake-up, at most `pollMs`. Returns at once if a wake-up came since the last reset. */
    pause: () =>
      new Promise<void>((resolve) => {
        if (hasRung) return resolve()
        const timer = setTimeout(resolve, pollMs)
        rouse = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
