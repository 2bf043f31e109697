import { useEffect, useState } from 'react'

/** The whole seconds since `atMs` on this device's clock, updated each second. The result is 0 without `atMs`. */
export function useSecondsSince(atMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return atMs === undefined ? 0 : Math.max(0, Math.floor((nowMs - atMs) / 1_000))
}
