import { readSync } from 'node:fs'
import { InputFailure } from '@toile/contracts/failures'

const HEAD_BYTES = 12
const MATROSKA = '\x1a\x45\xdf\xa3'
/** First boxes of MP4 and QuickTime files. Old QuickTime files have no `ftyp`. */
const firstBoxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']

/** ffmpeg's names of the only two demuxers allowed for untrusted files; `matroska` includes WebM. */
export const videoFormats = ['mov', 'matroska'] as const
export type VideoFormat = (typeof videoFormats)[number]

/**
 * Refuses playlists, ffconcat, DASH, GIF and others before ffmpeg opens them, because some make ffmpeg open other
 * files.
 * @throws InputFailure NOT_A_VIDEO
 */
export function identifyVideo(fd: number): VideoFormat {
  const head = Buffer.alloc(HEAD_BYTES)
  const text = head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0)).toString('latin1')
  if (text.startsWith(MATROSKA)) return 'matroska'
  if (firstBoxes.includes(text.slice(4, 8))) return 'mov'
  throw new InputFailure('NOT_A_VIDEO')
}
