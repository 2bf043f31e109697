import { InputFailure } from '@toile/contracts/failures'
import { assertAtMost, limits } from '../limits.js'
import { damaged } from '../package.js'
import { guardText } from './text.js'

const HEAD_BYTES = 84
const TRIANGLE_BYTES = 50
const MAX_FACET_BYTES = 2_000
const MAX_SOLIDS = 1_000
/** Limit of what follows the last `endsolid`: the solid's name and empty lines. */
const MAX_TAIL_BYTES = 4_096

/** Limits the triangles. A binary file states their number; in a text file, facets are counted. @throws InputFailure */
export function guardStl(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const announced = file.length >= HEAD_BYTES ? file.readUInt32LE(80) : 0
  if (announced > 0 && HEAD_BYTES + announced * TRIANGLE_BYTES <= file.length)
    return assertAtMost(announced, limits.triangles, 'triangles')
  guardAsciiStl(guardText(bytes).toString('latin1').toLowerCase())
}

/**
 * Refuses too many solids, and facets whose end is missing or far away. Loaders search the rest of the text for each
 * end, which takes quadratic time. Keywords inside names count too, because loaders also find them.
 */
function guardAsciiStl(text: string) {
  let solids = 0
  for (let at = text.indexOf('solid'); at >= 0; at = text.indexOf('solid', at + 1))
    // Each solid has this word at its start and at its end, and twice more if its name contains the word.
    assertAtMost(++solids, MAX_SOLIDS * 4, 'solids')
  const last = text.lastIndexOf('endsolid')
  if (last < 0 || text.length - last > MAX_TAIL_BYTES) throw damaged('the end is missing')
  let facets = 0
  for (let at = text.indexOf('facet'); at >= 0 && at < last;) {
    const end = text.indexOf('endfacet', at)
    if (end < 0 || end - at > MAX_FACET_BYTES) throw damaged('a triangle has no end')
    assertAtMost(++facets, limits.triangles, 'triangles')
    at = text.indexOf('facet', end + 'endfacet'.length)
  }
  if (facets === 0) throw new InputFailure('MODEL_EMPTY')
}
