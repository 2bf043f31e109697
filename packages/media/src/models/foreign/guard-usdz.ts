import { InputFailure } from '@toile/contracts/failures'
import { atMost } from '../limits.js'
import { damaged } from '../package.js'
import { guardText } from './text.js'

const MAX_CRATE_BYTES = 128 * 2 ** 20
const MAX_DEPTH = 64

/** The scenes inside a USDZ, already unpacked within the limits of archives. @throws InputFailure */
export function guardUsdz(files: ReadonlyMap<string, Uint8Array>): void {
  const scenes = [...files].filter(([name]) => /\.usd[ac]?$/i.test(name))
  if (scenes.length === 0) throw new InputFailure('ARCHIVE_WITHOUT_MODEL')
  for (const [, bytes] of scenes) {
    const isCrate = Buffer.from(bytes.subarray(0, 8)).toString('latin1') === 'PXR-USDC'
    if (isCrate) atMost(bytes.length, MAX_CRATE_BYTES, 'bytes of scene')
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
