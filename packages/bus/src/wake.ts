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

export interface Alarm {
  ring(): void
  /** A look begins: what rang before it, it will see. */
  reset(): void
  /** Sleeps until it rings or the poll is due; not at all where it rang since the last reset. */
  pause(): Promise<void>
}

/** What a relay sleeps by. It may ring while the relay looks and does not see the commit yet: that is not forgotten. */
export function createAlarm(pollMs: number): Alarm {
  let hasRung = false
  let rouse = () => {}
  return {
    ring() {
      hasRung = true
      rouse()
    },
    reset() {
      hasRung = false
    },
    pause: () =>
      new Promise((resolve) => {
        if (hasRung) return resolve()
        const timer = setTimeout(resolve, pollMs)
        rouse = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
