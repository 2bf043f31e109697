import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import jschardet from 'jschardet'
import { assertAtMost, limits } from '../limits.js'

/** Windows encodings for simplified Chinese, Japanese, Korean and traditional Chinese. */
const encodings = ['GB18030', 'CP932', 'CP949', 'Big5']
const SAMPLE_BYTES = 4096

/**
 * Returns the `encodings` that can decode every text that is not UTF-8, the likeliest first. The result is empty if all
 * texts are UTF-8.
 */
export function legacyEncodingsOf(texts: Uint8Array[]): string[] {
  const legacy = texts.filter((text) => !isUtf8(text))
  if (legacy.length === 0) return []
  const possible = encodings.filter((encoding) => legacy.every((text) => tryDecode(text, encoding) !== undefined))
  if (possible.length < 2) return possible
  const found = jschardet.detectAll(wordsOf(legacy)).map(({ encoding }) => encoding)
  const place = (encoding: string) => (found.includes(encoding) ? found.indexOf(encoding) : found.length)
  return possible.toSorted((a, b) => place(a) - place(b))
}

/** Decodes as UTF-8, else in the first encoding that fits. If none fits, the text gets replacement characters. */
export function decodeText(text: Uint8Array, legacy: readonly string[]): string {
  if (!isUtf8(text))
    for (const encoding of legacy) {
      const decoded = tryDecode(text, encoding)
      if (decoded !== undefined) return decoded
    }
  return new TextDecoder().decode(text)
}

/** Byte order marks (Unicode Standard, section 2.6). None of our parsers expects them. */
const marks: [number[], string][] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
]

/** Converts a text with a byte order mark to UTF-8 without that mark. @throws InputFailure MODEL_TOO_COMPLEX */
export function unmarkedText(text: Uint8Array): Uint8Array {
  const encoding = marks.find(([mark]) => mark.every((byte, index) => text[index] === byte))?.[1]
  if (encoding === undefined) return text
  assertAtMost(text.length, limits.textBytes, 'bytes of text')
  return Buffer.from(new TextDecoder(encoding).decode(text))
}

function tryDecode(text: Uint8Array, encoding: string): string | undefined {
  const decoded = iconv.decode(text, encoding)
  return decoded.includes('\ufffd') ? undefined : decoded
}

/** Returns the first 4 KB of non-ASCII words without repeats, which would mislead the detector: it counts letters. */
function wordsOf(texts: Uint8Array[]): Buffer {
  const words = new Set<string>()
  let bytes = 0
  for (const text of texts) {
    let from = 0
    for (let at = 0; at <= text.length && bytes < SAMPLE_BYTES; at++) {
      // In two-byte encodings, no byte of a letter is below 0x40. So blanks, dots, slashes and digits separate words.
      if (at < text.length && text[at]! >= 0x40) continue
      const word = text.subarray(from, at)
      from = at + 1
      if (!word.some((byte) => byte > 0x7f)) continue
      const sizeBefore = words.size
      words.add(Buffer.from(word).toString('latin1'))
      if (words.size > sizeBefore) bytes += word.length
    }
  }
  return Buffer.from([...words].join(' '), 'latin1')
}
