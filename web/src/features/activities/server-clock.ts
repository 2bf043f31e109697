import { useEffect, useEffectEvent, useState } from 'react'

// Countdowns run by the database's clock. Its distance from this device's is measured with each answer that tells it;
// between two answers the device's own clock, which also runs while it sleeps and knows no summer time, carries it on.

/** A step between the device's two clocks that no ordinary tick makes: it was set anew, or slept. */
const JUMP_MS = 1_000
const TICK_MS = 1_000

let offsetMs = 0
const wallOverSteadyMs = () => Date.now() - performance.now()
let knownMs = wallOverSteadyMs()

/**
 * Takes what the server's clock said (ISO 8601) in the answer to a question that was asked at `askedAtMs` of this
 * device's. Right to half the time that the answer took.
 */
export function recordServerTime(nowIso: string, askedAtMs: number): void {
  offsetMs = Date.parse(nowIso) - (askedAtMs + Date.now()) / 2
  knownMs = wallOverSteadyMs()
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNowMs(): number {
  return Date.now() + offsetMs
}

/** Whether the device's clock was set, or the device slept, since this was asked last or the server's was heard. */
function hasJumped(): boolean {
  const before = knownMs
  knownMs = wallOverSteadyMs()
  return Math.abs(knownMs - before) > JUMP_MS
}

/**
 * The server's clock, each second anew on its full second. `ask` fetches something that tells it: when the page is
 * looked at again, when the device's own clock has jumped, and while `nextChangeAt` has passed and is still the next,
 * because the message that should have said so did not come.
 */
export function useServerNowMs(nextChangeAt: string | null, ask: () => void): number {
  const [nowMs, setNowMs] = useState(serverNowMs)
  const askAgain = useEffectEvent(ask)
  const isOverdue = useEffectEvent((now: number) => nextChangeAt !== null && Date.parse(nextChangeAt) <= now)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const now = serverNowMs()
      setNowMs(now)
      if (hasJumped() || isOverdue(now)) askAgain()
      timer = setTimeout(tick, TICK_MS - (((now % TICK_MS) + TICK_MS) % TICK_MS))
    }
    const onVisible = () => document.visibilityState === 'visible' && askAgain()
    tick()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])
  return nowMs
}
