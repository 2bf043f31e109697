import { InputFailure } from '@toile/contracts/failures'

/** What an encoder adds to pixels that it cannot make smaller. */
const ENCODER_BYTES = 2 ** 16

/**
 * The bytes of a picture of this size that a page has drawn. A page may have been taken over by the model that it shows: what
 * it gives is no larger than the picture can be, whatever it may hold.
 * @throws InputFailure PROCESSING_FAILED, which ends the browser
 */
export function pictureFrom(base64: unknown, { width, height }: { width: number; height: number }): Buffer {
  const maxBytes = width * height * 4 * 1.01 + ENCODER_BYTES
  if (typeof base64 !== 'string' || base64.length > (maxBytes * 4) / 3) throw unexpectedResult('a picture')
  return Buffer.from(base64, 'base64')
}

/** Of a result that no page of ours gives. */
export const unexpectedResult = (what: string) =>
  new InputFailure('PROCESSING_FAILED', {}, { cause: `what a page gives is not taken: ${what}` })
