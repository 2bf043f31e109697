import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as NodeJS.GCFunction

/** A minor collection runs after this many bytes. It takes one or two milliseconds. */
const COLLECT_EVERY_BYTES = 16 * 2 ** 20
let uncollectedBytes = 0

/** Call with the size of dropped buffers. V8 hardly counts their bytes, so 100 MB could pile up during an upload. */
export function countGarbage(bytes: number): void {
  uncollectedBytes += bytes
  if (uncollectedBytes < COLLECT_EVERY_BYTES) return
  uncollectedBytes = 0
  gc({ type: 'minor' })
}
