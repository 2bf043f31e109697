import { useEffect, useEffectEvent, useState } from 'react'

// Countdowns follow the database's clock. `offsetMs` is how far this clock is ahead of the device's clock.
// recordServerTime() sets `offsetMs` when an answer contains the database's time.

/** If Date.now() and performance.now() drift apart by more than this, the clock was set or the device slept. */
const JUMP_MS = 1_000
const TICK_MS = 1_000

let offsetMs = 0
const wallOverSteadyMs = () => Date.now() - performance.now()
let knownMs = wallOverSteadyMs()

/**
 * Records the `nowIso` of an answer to a request sent at `askedAtMs`. The error is at most half of the round trip.
 * `askedAtMs` is on the clock of performance.now(), because the device's clock may be set while the answer is awaited.
 */
export function recordServerTime(nowIso: string, askedAtMs: number): void {
  const roundTripMs = performance.now() - askedAtMs
  offsetMs = Date.parse(nowIso) + roundTripMs / 2 - Date.now()
}

export function serverNowMs(): number {
  return Date.now() + offsetMs
}

/** Whether the clock was set, or the device slept, since the last call. */
function hasJumped(): boolean {
  const before = knownMs
  knownMs = wallOverSteadyMs()
  return Math.abs(knownMs - before) > JUMP_MS
}

/**
 * The server's time, updated on each full second. Calls `ask` when the page becomes visible, when the device's clock
 * jumps, and each second while `nextChangeAt` is overdue, because the message about the change may be lost.
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
