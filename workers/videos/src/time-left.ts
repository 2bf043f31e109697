import type { Eta } from '@toile/contracts/shapes'

/** No estimate before this share, because it would jump about. */
const LEAST_DONE = 0.05
const LEAST_SECONDS = 1
/** Bounds of the estimate, as factors of the time left, because scenes and machine load vary. */
const FASTER = 0.7
const SLOWER = 1.5

/** Seconds left when a share `done` (0 to 1) took `seconds`. Undefined before `LEAST_DONE` or `LEAST_SECONDS`. */
export function etaOfShare(done: number, seconds: number): Eta | undefined {
  if (done < LEAST_DONE || seconds < LEAST_SECONDS) return undefined
  const left = (seconds / done) * (1 - Math.min(1, done))
  return { minSeconds: Math.floor(left * FASTER), maxSeconds: Math.max(1, Math.ceil(left * SLOWER)) }
}
