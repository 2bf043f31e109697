import { InputFailure } from '@toile/contracts/failures'
import { damaged } from '../package.js'
import { guardCrate, isCrate } from './guard-crate.js'
import { guardText } from './text.js'

const MAX_DEPTH = 64

/** The scenes inside a USDZ, already unpacked within the limits of archives. @throws InputFailure */
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
