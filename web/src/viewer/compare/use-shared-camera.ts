import { useEffect, useRef, type RefObject } from 'react'
import type { Orbit } from '../orbit.js'

export interface CameraSide {
  host: RefObject<HTMLElement | null>
  orbit: Orbit | null
  /** Tells of each picture drawn, by the event `drawn`. */
  drawn: EventTarget
}

/** The side that was touched last leads; the other stands where it stands. */
export function useSharedCamera(one: CameraSide, other: CameraSide): void {
  const leading = useRef(0)
  const [first, second] = [one.orbit, other.orbit]
  const [firstHost, secondHost] = [one.host, other.host]
  const [firstDrawn, secondDrawn] = [one.drawn, other.drawn]
  useEffect(() => {
    if (!first || !second) return
    const ending = new AbortController()
    const { signal } = ending
    const pairs = [
      [firstHost.current, firstDrawn, first, second],
      [secondHost.current, secondDrawn, second, first],
    ] as const
    for (const [i, [host, drawn, leader, follower]] of pairs.entries()) {
      const lead = () => (leading.current = i)
      for (const touch of ['pointerdown', 'focus', 'keydown', 'wheel'])
        host?.addEventListener(touch, lead, { signal, capture: true, passive: true })
      const onDrawn = () => {
        if (leading.current === i) follower.follow(leader.pose())
      }
      drawn.addEventListener('drawn', onDrawn, { signal })
      if (leading.current === i) onDrawn()
    }
    return () => ending.abort()
  }, [first, second, firstHost, secondHost, firstDrawn, secondDrawn])
}
