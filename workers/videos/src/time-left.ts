import type { Eta } from '@toile/contracts/shapes'

/** There is no estimate until this share of the encoding is done, because an earlier estimate would jump about. */
const LEAST_DONE = 0.05
const LEAST_SECONDS = 1
/** The estimate's bounds are the time left times these factors, because scenes and the machine's load vary. */
const FASTER = 0.7
const SLOWER = 1.5

/** Estimates the seconds left from a share `done` (0 to 1) that took `seconds`. Undefined if either is too small. */
export function etaOfShare(done: number, seconds: number): Eta | undefined {
  if (done < LEAST_DONE || seconds < LEAST_SECONDS) return undefined
  const left = (seconds / done) * (1 - Math.min(1, done))
  return { minSeconds: Math.floor(left * FASTER), maxSeconds: Math.max(1, Math.ceil(left * SLOWER)) }
}
