import { InputFailure } from '@toile/contracts/failures'
import { atMost, limits } from '../limits.js'
import { damaged } from '../package.js'
import { guardText } from './text.js'

const HEAD_BYTES = 84
const TRIANGLE_BYTES = 50
const MAX_FACET_BYTES = 2_000
const MAX_SOLIDS = 1_000

/** Triangles are as many as announced, or as many as are written. @throws InputFailure */
export function guardStl(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const announced = file.length >= HEAD_BYTES ? file.readUInt32LE(80) : 0
  if (announced > 0 && HEAD_BYTES + announced * TRIANGLE_BYTES <= file.length)
    return atMost(announced, limits.triangles, 'triangles')
  guardAsciiStl(guardText(bytes))
}

/** Readers look for each end from its beginning: a beginning without an end near it would cost them the square. */
function guardAsciiStl(text: Buffer) {
  let solids = 0
  for (let at = text.indexOf('solid'); at >= 0; at = text.indexOf('solid', at + 1))
    atMost(++solids, MAX_SOLIDS * 2, 'solids')
  if (text.lastIndexOf('endsolid') + 3 !== text.lastIndexOf('solid')) throw damaged('the end is missing')
  let facets = 0
  for (let at = text.indexOf('facet'); at >= 0;) {
    const end = text.indexOf('endfacet', at)
    if (end < 0 || end - at > MAX_FACET_BYTES) throw damaged('a triangle has no end')
    atMost(++facets, limits.triangles, 'triangles')
    at = text.indexOf('facet', end + 'endfacet'.length)
  }
  if (facets === 0) throw new InputFailure('MODEL_EMPTY')
}
