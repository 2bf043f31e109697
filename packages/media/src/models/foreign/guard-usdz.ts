import { InputFailure } from '@toile/contracts/failures'
import { damaged } from '../package.js'
import { guardText } from './text.js'
import { assertAtMost } from '../limits.js'

const MAX_DEPTH = 64
/** three allocates as many records as a section announces. A garment of 500 parts has about 10,000 per section. */
const MAX_RECORDS = 500_000
const MAX_NAMES_BYTES = 64 * 2 ** 20
/** LZ4 expands its input at most this many times. */
const MAX_LZ4_RATIO = 255
const MAX_CRATE_BYTES = 128 * 2 ** 20
const HEAD_BYTES = 88
const ENTRY_BYTES = 32

export function guardUsdz(files: ReadonlyMap<string, Uint8Array>): void {
  const scenes = [...files].filter(([name]) => /\.usd[ac]?$/i.test(name))
  if (scenes.length === 0) throw new InputFailure('ARCHIVE_WITHOUT_MODEL')
  for (const [, bytes] of scenes) {
    if (isCrate(bytes)) guardCrate(bytes)
    else guardDepth(guardText(bytes))
  }
}

function guardDepth(text: Buffer) {
  let depth = 0
  for (const byte of text)
    if (byte === 0x7b) {
      if (++depth > MAX_DEPTH) throw damaged('its scene is nested too deeply')
    } else if (byte === 0x7d) depth--
}

const isCrate = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 8)).toString('latin1') === 'PXR-USDC'

/**
 * Checks a binary scene's sections, but not its values. Values may be costly to read, but only the converting browser
 * reads them, and that browser has limits of its own. @throws InputFailure MODEL_*
 */
function guardCrate(bytes: Uint8Array): void {
  assertAtMost(bytes.length, MAX_CRATE_BYTES, 'bytes of scene')
  const crate = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const numberAt = (at: number): number => {
    if (at + 8 > crate.length) throw damaged('its scene ends too early')
    return Number(crate.readBigUInt64LE(at))
  }
  // Versions before 0.4 are older than USDZ and have another section layout.
  if (crate.length < HEAD_BYTES || crate[8] !== 0 || crate[9]! < 4) throw damaged('its scene is of an unknown version')
  const contents = numberAt(16)
  const count = numberAt(contents)
  if (count > (crate.length - contents) / ENTRY_BYTES) throw damaged('its scene ends too early')
  for (let at = contents + 8; at < contents + 8 + count * ENTRY_BYTES; at += ENTRY_BYTES) {
    const [start, size] = [numberAt(at + 16), numberAt(at + 24)]
    if (start + size > crate.length) throw damaged('its scene ends too early')
    // This count is checked even in an empty section, because three reads the count whatever the section's size.
    assertAtMost(numberAt(start), MAX_RECORDS, 'records')
    if (crate.toString('latin1', at, at + 6) !== 'TOKENS') continue
    const [unpacked, packed] = [numberAt(start + 8), numberAt(start + 16)]
    assertAtMost(unpacked, Math.min(MAX_NAMES_BYTES, packed * MAX_LZ4_RATIO), 'bytes of text')
    if (numberAt(start) > unpacked) throw damaged('its scene has more names than letters')
  }
}
