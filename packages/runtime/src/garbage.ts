import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as NodeJS.GCFunction

/** Collecting young objects takes a millisecond or two. */
const COLLECT_EVERY_BYTES = 16 * 2 ** 20
let uncollectedBytes = 0

/** V8 hardly counts buffers outside its heap: the 64 KB buffers of an upload would pile up to a hundred MB. */
export function hintGarbage(bytes: number): void {
  uncollectedBytes += bytes
  if (uncollectedBytes < COLLECT_EVERY_BYTES) return
  uncollectedBytes = 0
  gc({ type: 'minor' })
}
