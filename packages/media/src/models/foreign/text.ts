import { assertAtMost, limits } from '../limits.js'
import { damaged } from '../package.js'

/** Checks that a text has at most 256 MB and no NUL byte. @throws InputFailure */
export function guardText(bytes: Uint8Array): Buffer {
  assertAtMost(bytes.length, limits.textBytes, 'bytes of text')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (text.includes(0)) throw damaged('its text holds zero bytes')
  return text
}

/** Calls `see` with the offsets of each line; `to` is exclusive. @throws InputFailure beyond 8 million lines */
export function eachLine(text: Buffer, see: (from: number, to: number) => void): void {
  let lines = 0
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf(0x0a, from)
    const to = newline < 0 ? text.length : newline
    assertAtMost(++lines, limits.textLines, 'lines of text')
    see(from, to)
    from = to + 1
  }
}
