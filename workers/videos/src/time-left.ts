import type { Eta } from '@toile/contracts/shapes'

/** From so much of the work on a time left is told: before, it would jump about. */
const LEAST_DONE = 0.05
const LEAST_SECONDS = 1
/** Scenes differ in how hard they are to encode, and the machine in how busy it is. */
const FASTER = 0.7
const SLOWER = 1.5

/**
 * What is left of a piece of work of which so much (0 to 1) took so long, as a range of seconds. Undefined while that
 * says too little.
 */
export function etaOfShare(done: number, seconds: number): Eta | undefined {
  if (done < LEAST_DONE || seconds < LEAST_SECONDS) return undefined
  const left = (seconds / done) * (1 - Math.min(1, done))
  return { minSeconds: Math.floor(left * FASTER), maxSeconds: Math.max(1, Math.ceil(left * SLOWER)) }
}
