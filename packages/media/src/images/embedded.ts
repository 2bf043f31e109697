import { fstatSync, readSync } from 'node:fs'
import { InputFailure } from '@toile/contracts/failures'
import { MAX_IMAGE_BYTES } from '@toile/contracts/images/images.constants'
import { openArchive } from '../models/archives/archive.js'

const SEARCHED_BYTES = 4 * 2 ** 20
/** No walk starts after this many bytes were read: crafted bytes can look like the start of a picture many times. */
const MAX_WALKED_BYTES = 16 * SEARCHED_BYTES
/** Pictures with a shorter side than this are skipped, because most of them are button icons. */
const MIN_SIDE_PX = 64
const pictureNames = [/thumb[^/]*\.(?:png|jpe?g)$/i, /preview[^/]*\.(?:png|jpe?g)$/i, /icon[^/]*\.(?:png|jpe?g)$/i]
const PNG_MARK = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const JPEG_MARK = Buffer.from('\xff\xd8\xff', 'latin1')

interface Found {
  end: number
  width: number
  height: number
}

/** Returns the largest complete PNG or JPEG in the best-named zip entry that has one, else in the file's first 4 MB. */
export async function embeddedPicture(fd: number): Promise<Uint8Array | undefined> {
  const { size } = fstatSync(fd)
  const head = Buffer.alloc(Math.min(size, SEARCHED_BYTES))
  readSync(fd, head, 0, head.length, 0)
  const isZip = head.subarray(0, 4).toString('latin1') === 'PK\x03\x04'
  return (isZip ? await namedPicture(fd, size) : undefined) ?? largestPicture(head)
}

async function namedPicture(fd: number, size: number): Promise<Uint8Array | undefined> {
  try {
    const archive = await openArchive({ fd, bytes: size })
    const entries = [...archive.list(archive.encodings[0])].filter(([, { bytes }]) => bytes <= MAX_IMAGE_BYTES)
    for (const name of pictureNames)
      for (const [path, entry] of entries) {
        const picture = name.test(path) && largestPicture(Buffer.from(await entry.read()))
        if (picture) return picture
      }
  } catch (error) {
    // A damaged or refused zip may still hold a complete picture.
    if (!(error instanceof InputFailure)) throw error
  }
  return undefined
}

function largestPicture(bytes: Buffer): Uint8Array | undefined {
  let largest: Uint8Array | undefined
  let walked = 0
  const next = (mark: Buffer, from: number) => {
    const at = bytes.indexOf(mark, from)
    return at < 0 ? bytes.length : at
  }
  let [png, jpeg] = [next(PNG_MARK, 0), next(JPEG_MARK, 0)]
  while (Math.min(png, jpeg) < bytes.length && walked < MAX_WALKED_BYTES) {
    const start = Math.min(png, jpeg)
    const { end, width, height } = png < jpeg ? walkPng(bytes, start) : walkJpeg(bytes, start)
    walked += Math.abs(end) - start
    const isWhole = end > 0
    if (isWhole && Math.min(width, height) >= MIN_SIDE_PX && end - start > (largest?.length ?? 0))
      largest = bytes.subarray(start, end)
    // Pictures inside a complete picture, such as a camera's thumbnail, are skipped.
    const from = isWhole ? end : start + 1
    if (png < from) png = next(PNG_MARK, from)
    if (jpeg < from) jpeg = next(JPEG_MARK, from)
  }
  return largest
}

function walkPng(bytes: Buffer, start: number): Found {
  let at = start + PNG_MARK.length
  if (bytes.toString('latin1', at + 4, at + 8) !== 'IHDR' || at + 25 > bytes.length) return broken(at)
  const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
  while (at + 12 <= bytes.length) {
    const isEnd = bytes.toString('latin1', at + 4, at + 8) === 'IEND'
    const next = at + 12 + bytes.readUInt32BE(at)
    if (next > bytes.length) break
    at = next
    if (isEnd) return { end: at, width, height }
  }
  return broken(at)
}

function walkJpeg(bytes: Buffer, start: number): Found {
  let [width, height, at] = [0, 0, start + 2]
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1]
    if (marker === 0xd9) return { end: at + 2, width, height }
    if (marker === undefined || at + 9 > bytes.length) break
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      height = bytes.readUInt16BE(at + 5)
      width = bytes.readUInt16BE(at + 7)
    }
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    at = marker === 0xda ? endOfScan(bytes, next) : next
  }
  return broken(Math.min(at, bytes.length))
}

/** Finds the next marker after the scan data. In the data, FF 00 is an escaped byte and FF D0 to D7 mark restarts. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0) {
    const marker = bytes[at + 1] ?? 0
    if (marker !== 0 && !(marker >= 0xd0 && marker <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return bytes.length
}

const broken = (at: number): Found => ({ end: -at, width: 0, height: 0 })
