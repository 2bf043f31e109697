import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as NodeJS.GCFunction

/** How often to collect young objects, which takes one or two milliseconds. */
const COLLECT_EVERY_BYTES = 16 * 2 ** 20
let uncollectedBytes = 0

/** V8 hardly counts buffers outside its heap: without this, the 64 KB buffers of an upload pile up to a hundred MB. */
export function countGarbage(bytes: number): void {
  uncollectedBytes += bytes
  if (uncollectedBytes < COLLECT_EVERY_BYTES) return
  uncollectedBytes = 0
  gc({ type: 'minor' })
}
