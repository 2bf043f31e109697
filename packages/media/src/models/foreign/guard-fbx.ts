import { inflateSync } from 'node:zlib'
import { InputFailure } from '@toile/contracts/failures'
import { guardPicture } from '../guard-images.js'
import { atMost, limits } from '../limits.js'
import { damaged } from '../package.js'
import { eachLine, guardText } from './text.js'

const HEAD_BYTES = 27
/** From this version on offsets have 64 bits. */
const WIDE_VERSION = 7500
const MAX_DEPTH = 32
const MAX_RECORDS = 300_000
const MAX_VALUES = 3_000_000
const MAX_ARRAY_NUMBERS = 40_000_000
const fixed: Record<string, number> = { Y: 2, C: 1, B: 1, I: 4, F: 4, D: 8, L: 8 }
const arrays: Record<string, number> = { f: 4, d: 8, l: 8, i: 4, b: 1, c: 1 }
/** Shorter content is a placeholder, not a picture. */
const MIN_PICTURE_BYTES = 16

/** Records lie inside each other as they say, arrays hold what they announce. @throws InputFailure */
export async function guardFbx(bytes: Uint8Array): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!file.subarray(0, 18).equals(Buffer.from('Kaydara FBX Binary'))) return guardAsciiFbx(guardText(bytes))
  if (file.length < HEAD_BYTES) throw damaged('the header is cut off')
  const pictures = walkRecords(file)
  for (const [index, picture] of pictures.entries()) await guardPicture(picture, `embedded ${index + 1}`)
}

/** @returns the pictures inside the file */
function walkRecords(file: Buffer): Buffer[] {
  const wide = file.readUInt32LE(23) >= WIDE_VERSION
  const word = wide ? 8 : 4
  const headBytes = word * 3 + 1
  const wordAt = (at: number) => (wide ? Number(file.readBigUInt64LE(at)) : file.readUInt32LE(at))
  const totals: Totals = { values: 0, numbers: 0, pictures: [] }
  const ends: number[] = []
  let records = 0
  for (let at = HEAD_BYTES; ;) {
    while (ends.length > 0 && at >= ends.at(-1)!) {
      if (at > ends.at(-1)!) throw damaged('a record reaches past its parent')
      ends.pop()
    }
    if (at + headBytes > file.length) throw damaged('the end is missing')
    const end = wordAt(at)
    if (end === 0) {
      // An empty record closes a list; outside of all lists it closes the file.
      if (ends.length === 0) return totals.pictures
      at += headBytes
      continue
    }
    if (end <= at || end > (ends.at(-1) ?? file.length)) throw damaged('a record reaches past its parent')
    atMost(++records, MAX_RECORDS, 'records')
    const nameBytes = file.readUInt8(at + headBytes - 1)
    const valuesAt = at + headBytes + nameBytes
    const valuesEnd = valuesAt + wordAt(at + 2 * word)
    if (valuesEnd > end) throw damaged('a record reaches past its end')
    const name = file.toString('latin1', at + headBytes, valuesAt)
    walkValues(file, { from: valuesAt, to: valuesEnd, count: wordAt(at + word), name }, totals)
    ends.push(end)
    atMost(ends.length, MAX_DEPTH, 'records inside each other')
    at = valuesEnd
  }
}

interface Totals {
  values: number
  numbers: number
  pictures: Buffer[]
}

function walkValues(
  file: Buffer,
  { from, to, count, name }: { from: number; to: number; count: number; name: string },
  totals: Totals,
) {
  let at = from
  const take = (bytes: number) => {
    if (at + bytes > to) throw damaged('a value reaches past its record')
    at += bytes
    return at - bytes
  }
  totals.values += count
  atMost(totals.values, MAX_VALUES, 'values')
  for (let index = 0; index < count; index++) {
    const type = String.fromCharCode(file.readUInt8(take(1)))
    const size = fixed[type]
    if (size !== undefined) take(size)
    else if (type === 'S' || type === 'R') {
      const length = file.readUInt32LE(take(4))
      const start = take(length)
      if (type === 'R' && name === 'Content' && length >= MIN_PICTURE_BYTES)
        totals.pictures.push(file.subarray(start, start + length))
      atMost(totals.pictures.length, limits.images, 'textures')
    } else guardArray(file, type, take, totals)
  }
}

function guardArray(file: Buffer, type: string, take: (bytes: number) => number, totals: Totals) {
  const size = arrays[type]
  if (size === undefined) throw damaged('a value has no known type')
  const head = take(12)
  const [length, packing, packedBytes] = [0, 4, 8].map((offset) => file.readUInt32LE(head + offset)) as [
    number,
    number,
    number,
  ]
  totals.numbers += length
  atMost(totals.numbers, MAX_ARRAY_NUMBERS, 'numbers')
  if (packing === 0) return void take(length * size)
  const start = take(packedBytes)
  let unpacked: number
  try {
    unpacked = inflateSync(file.subarray(start, start + packedBytes), { maxOutputLength: length * size || 1 }).length
  } catch {
    throw damaged('a list of numbers does not unpack')
  }
  if (unpacked !== length * size) throw damaged('a list of numbers is not as long as it says')
}

function guardAsciiFbx(text: Buffer) {
  let depth = 0
  let isEmpty = true
  eachLine(text, (from, to) => {
    const line = text.subarray(from, to)
    if (line.includes('{')) atMost(++depth, MAX_DEPTH, 'records inside each other')
    if (line.includes('}')) depth = Math.max(0, depth - 1)
    isEmpty &&= !line.includes('PolygonVertexIndex')
  })
  if (isEmpty) throw new InputFailure('MODEL_EMPTY')
}
