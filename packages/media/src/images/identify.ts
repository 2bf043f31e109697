import { readSync } from 'node:fs'
import { InputFailure } from '@toile/contracts/failures'

const HEAD_BYTES = 32

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** Refuses SVG, TIFF, PDF, HEIC and others before a library opens them. @throws InputFailure NOT_AN_IMAGE */
export function identifyImage(fd: number): ImageFormat {
  const head = Buffer.alloc(HEAD_BYTES)
  const text = head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0)).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  // A file of ISO base media starts with box length, `ftyp`, major brand, minor version and compatible brands.
  if (text.startsWith('ftypavi', 4) || (text.startsWith('ftypmif1', 4) && text.includes('avif', 16))) return 'avif'
  throw new InputFailure('NOT_AN_IMAGE')
}
