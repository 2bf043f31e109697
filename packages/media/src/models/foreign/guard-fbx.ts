import { inflateSync } from 'node:zlib'
import { InputFailure } from '@toile/contracts/failures'
import { assertAtMost, limits } from '../limits.js'
import { completeLayer, layerOf, type FbxLayer } from './fbx-layers.js'
import { damaged } from '../package.js'
import { eachLine, guardText } from './text.js'

const HEAD_BYTES = 27
/** A text file's version follows comments and dates. It must be in these characters, or else it is not checked. */
const MAX_HEAD_CHARS = 4096
const OLDEST_VERSION = 7000
/** A text or raw value begins with a type byte and its length (four bytes). */
const RAW_HEAD_BYTES = 5
const [RAW, TEXT, SMALL_C] = [0x52, 0x53, 0x63]
const MARGIN_BYTES = 40
/** Offsets have 64 bits in this and later versions. */
const WIDE_VERSION = 7500
const MAX_DEPTH = 32
const MAX_RECORDS = 300_000
const MAX_VALUES = 3_000_000
const MAX_ARRAY_NUMBERS = 40_000_000
const fixed: Record<string, number> = { Y: 2, C: 1, B: 1, I: 4, F: 4, D: 8, L: 8 }
const arrays: Record<string, number> = { f: 4, d: 8, l: 8, i: 4, b: 1, c: 1 }
/** Shorter content is a placeholder, not a picture. */
const MIN_PICTURE_BYTES = 16

interface EmbeddedPicture {
  names: string[]
  bytes: Uint8Array
}

interface ParsedFbx {
  bytes: Uint8Array
  pictures: EmbeddedPicture[]
}

/**
 * Checks version and nesting. In a binary file, each record must lie inside its parent, and each array must have the
 * announced length. Embedded pictures are returned separately, and loaders no longer find them. @throws InputFailure
 */
export function guardFbx(bytes: Uint8Array): ParsedFbx {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!file.subarray(0, 18).equals(Buffer.from('Kaydara FBX Binary'))) return guardAsciiFbx(guardText(bytes))
  if (file.length < HEAD_BYTES) throw damaged('the header is cut off')
  assertVersion(file.readUInt32LE(23))
  return walkRecords(Buffer.from(file))
}

/** Before 7.0 (2011), meshes had another structure, which no maintained parser reads. */
function assertVersion(version: number): void {
  if (version >= OLDEST_VERSION) return
  const name = `${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 100)}`
  throw new InputFailure('MODEL_VERSION_UNSUPPORTED', { format: 'FBX', version: name, oldest: '7.0 (FBX 2011)' })
}

/** Checks all records. Renames the `Content` records of pictures, so that three's loader looks for a file instead. */
function walkRecords(file: Buffer): ParsedFbx {
  const wide = file.readUInt32LE(23) >= WIDE_VERSION
  const word = wide ? 8 : 4
  const headBytes = word * 3 + 1
  const wordAt = (at: number) => (wide ? Number(file.readBigUInt64LE(at)) : file.readUInt32LE(at))
  const totals: Totals = { values: 0, numbers: 0 }
  const pictures: EmbeddedPicture[] = []
  const open: { end: number; names: string[]; picture?: Buffer; layer?: FbxLayer | undefined }[] = []
  let records = 0
  for (let at = HEAD_BYTES; ;) {
    while (open.length > 0 && at >= open.at(-1)!.end) {
      const { end, names, picture, layer } = open.pop()!
      if (at > end) throw damaged('a record reaches past its parent')
      if (layer) completeLayer(file, layer)
      if (picture) pictures.push({ names, bytes: picture })
      assertAtMost(pictures.length, limits.images, 'textures')
    }
    if (at + headBytes > file.length) throw damaged('the end is missing')
    const end = wordAt(at)
    if (end === 0) {
      // An empty record closes a list. At top level, an empty record ends the file.
      if (open.length === 0) return { bytes: file, pictures }
      at += headBytes
      continue
    }
    const parent = open.at(-1)
    if (end <= at || end > (parent?.end ?? file.length)) throw damaged('a record reaches past its parent')
    assertAtMost(++records, MAX_RECORDS, 'records')
    const nameBytes = file.readUInt8(at + headBytes - 1)
    const valuesAt = at + headBytes + nameBytes
    const valuesEnd = valuesAt + wordAt(at + 2 * word)
    if (valuesEnd > end) throw damaged('a record reaches past its end')
    const name = file.toString('latin1', at + headBytes, valuesAt)
    const values = file.subarray(valuesAt, valuesEnd)
    walkValues(file, { from: valuesAt, to: valuesEnd, count: wordAt(at + word) }, totals)
    if (parent && /^(?:Relative)?File[Nn]ame$/.test(name)) {
      const text = textOf(values)
      if (text) parent.names.push(text)
    }
    if (parent && name === 'Content' && values.length >= RAW_HEAD_BYTES + MIN_PICTURE_BYTES) {
      parent.picture = rawOf(values)
      file[at + headBytes] = SMALL_C
    }
    parent?.layer?.parts.set(name, valuesAt)
    open.push({ end, names: [], layer: layerOf(name, at + headBytes) })
    assertAtMost(open.length, MAX_DEPTH, 'records inside each other')
    at = valuesEnd
  }
}

interface Totals {
  values: number
  numbers: number
}

const textOf = (values: Buffer) =>
  values[0] === TEXT && values.length >= RAW_HEAD_BYTES
    ? values.toString('utf8', RAW_HEAD_BYTES, RAW_HEAD_BYTES + values.readUInt32LE(1))
    : undefined

/** Joins one or several raw values, each of which consists of `R`, length and bytes. */
function rawOf(values: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; values[at] === RAW;) {
    const from = at + RAW_HEAD_BYTES
    at = from + values.readUInt32LE(at + 1)
    pieces.push(values.subarray(from, at))
  }
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}

function walkValues(file: Buffer, { from, to, count }: { from: number; to: number; count: number }, totals: Totals) {
  let at = from
  const take = (bytes: number) => {
    if (at + bytes > to) throw damaged('a value reaches past its record')
    at += bytes
    return at - bytes
  }
  totals.values += count
  assertAtMost(totals.values, MAX_VALUES, 'values')
  for (let index = 0; index < count; index++) {
    const type = String.fromCharCode(file.readUInt8(take(1)))
    const size = fixed[type]
    if (size !== undefined) take(size)
    else if (type === 'S' || type === 'R') {
      take(file.readUInt32LE(take(4)))
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
  assertAtMost(totals.numbers, MAX_ARRAY_NUMBERS, 'numbers')
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

/** Also takes out embedded pictures. Their base64 is in quotes on the line of `Content:` and on the lines after it. */
function guardAsciiFbx(text: Buffer): ParsedFbx {
  const version = /\bFBXVersion:\s*(\d{4})\b/.exec(text.toString('latin1', 0, MAX_HEAD_CHARS))?.[1]
  if (version !== undefined) assertVersion(Number(version))
  let depth = 0
  let isEmpty = true
  const pictures: EmbeddedPicture[] = []
  const kept: Buffer[] = []
  let keptFrom = 0
  let names: string[] = []
  let pieces: string[] | undefined
  eachLine(text, (from, to) => {
    const line = text.subarray(from, to)
    if (pieces) {
      const next = /^[\s,]*"([^"]*)"/.exec(line.toString('latin1'))
      if (next) {
        pieces.push(next[1]!)
        return
      }
      if (pieces.length > 0) pictures.push({ names, bytes: Buffer.concat(decodePieces(pieces)) })
      assertAtMost(pictures.length, limits.images, 'textures')
      pieces = undefined
      keptFrom = from
    }
    if (line.includes('{')) {
      assertAtMost(++depth, MAX_DEPTH, 'records inside each other')
      names = []
    }
    if (line.includes('}')) depth = Math.max(0, depth - 1)
    isEmpty &&= !line.includes('PolygonVertexIndex')
    if (line.includes('ilename:') || line.includes('ileName:')) {
      const name = /^\s*(?:Relative)?File[Nn]ame:\s*"([^"]*)"/.exec(line.toString())?.[1]
      if (name) names.push(name)
    }
    if (/^\s*Content:/.test(line.toString('latin1', 0, MARGIN_BYTES))) {
      kept.push(text.subarray(keptFrom, from))
      pieces = [...line.toString('latin1').matchAll(/"([^"]*)"/g)].map(([, piece]) => piece!)
    }
  })
  if (isEmpty) throw new InputFailure('MODEL_EMPTY')
  if (!pieces) kept.push(text.subarray(keptFrom))
  return { bytes: kept.length > 1 ? Buffer.concat(kept) : text, pictures }
}

/** Exporters either encode each piece separately or encode the whole picture and cut the text anywhere. */
const decodePieces = (pieces: string[]) =>
  (pieces.every(({ length }) => length % 4 === 0) ? pieces : [pieces.join('')]).map((piece) =>
    Buffer.from(piece, 'base64'),
  )
