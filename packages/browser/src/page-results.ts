import { InputFailure } from '@toile/contracts/failures'

const ENCODER_BYTES = 2 ** 16

/**
 * Decodes a picture. Refuses a value that is not text, and more bytes than the picture's size allows, because a model
 * may have compromised the page.
 * @throws InputFailure PROCESSING_FAILED if the value is refused; this error also ends the browser
 */
export function pictureFrom(base64: unknown, { width, height }: { width: number; height: number }): Buffer {
  const maxBytes = width * height * 4 * 1.01 + ENCODER_BYTES
  if (typeof base64 !== 'string' || base64.length > (maxBytes * 4) / 3) throw unexpectedResult('a picture')
  return Buffer.from(base64, 'base64')
}

export const unexpectedResult = (what: string) =>
  new InputFailure('PROCESSING_FAILED', {}, { cause: `what a page gives is not taken: ${what}` })
