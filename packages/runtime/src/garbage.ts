import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as NodeJS.GCFunction

/** One collection of what is young takes a millisecond or two. */
const COLLECT_EVERY_BYTES = 16 * 2 ** 20
let uncollectedBytes = 0

/**
 * Says that so many bytes outside the heap were let go of. V8 collects when its own heap fills and hardly sees them: a piece of an
 * upload is a buffer of 64 KB of its own, garbage as soon as it is written, and a hundred MB of them would gather.
 */
export function hintGarbage(bytes: number): void {
  uncollectedBytes += bytes
  if (uncollectedBytes < COLLECT_EVERY_BYTES) return
  uncollectedBytes = 0
  gc({ type: 'minor' })
}
