import type { Redis } from 'ioredis'
import { PREFIX } from './redis.js'

const CHANNEL = `${PREFIX}:wake`

/** A lost wake-up costs one poll interval. Only one is in flight; commits until it arrives share the next. */
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

/** Takes over the connection. */
export async function onWake(redis: Redis, wake: () => void): Promise<void> {
  redis.on('message', wake)
  await redis.subscribe(CHANNEL)
}

export interface Alarm {
  ring(): void
  /** Called at the start of a look, which sees all earlier events. */
  reset(): void
  /** Sleeps until a wake-up or the poll; returns at once after a wake-up since the last reset. */
  pause(): Promise<void>
}

/** Remembers a wake-up during a look, which may have missed the commit. */
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
