import { deflateSync } from 'node:zlib'

export interface FbxRecord {
  name: string
  values?: FbxValue[]
  inside?: FbxRecord[]
}
/** `long` is a 64-bit integer. The binary format compresses lists. */
export type FbxValue =
  | string
  | number
  | { long: number }
  | { longs: number[] }
  | { doubles: number[] }
  | { ints: number[] }
  /** The text format holds these bytes as base64 in two pieces, because Autodesk's library splits long data. */
  | { raw: Buffer }

const HEAD_BYTES = 27

export function fbxOf(records: FbxRecord[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('Kaydara FBX Binary  \0\x1a\0', 'latin1')
  head.writeUInt32LE(7400, 23)
  const parts: Buffer[] = [head]
  let at = HEAD_BYTES
  for (const record of records) {
    const bytes = recordBytes(record, at)
    parts.push(bytes)
    at += bytes.length
  }
  // An empty record (13 bytes) ends the list. three takes the last 176 bytes for a footer and reads no records there.
  return Buffer.concat([...parts, Buffer.alloc(13 + 176)])
}

function recordBytes({ name, values = [], inside = [] }: FbxRecord, at: number): Buffer {
  const packed = values.map(valueBytes)
  const valuesLength = packed.reduce((sum, { length }) => sum + length, 0)
  const head = Buffer.alloc(13 + name.length)
  let length = head.length + valuesLength
  const children: Buffer[] = []
  for (const record of inside) {
    const bytes = recordBytes(record, at + length)
    children.push(bytes)
    length += bytes.length
  }
  if (inside.length > 0) {
    children.push(Buffer.alloc(13))
    length += 13
  }
  head.writeUInt32LE(at + length, 0)
  head.writeUInt32LE(values.length, 4)
  head.writeUInt32LE(valuesLength, 8)
  head.writeUInt8(name.length, 12)
  head.write(name, 13)
  return Buffer.concat([head, ...packed, ...children])
}

function valueBytes(value: FbxValue): Buffer {
  if (typeof value === 'string')
    return tagged('S', 4, (b) => b.writeUInt32LE(value.length, 1), Buffer.from(value, 'latin1'))
  if (typeof value === 'number')
    return Number.isInteger(value)
      ? tagged('I', 4, (b) => b.writeInt32LE(value, 1))
      : tagged('D', 8, (b) => b.writeDoubleLE(value, 1))
  if ('raw' in value) return tagged('R', 4, (b) => b.writeUInt32LE(value.raw.length, 1), Buffer.from(value.raw))
  if ('long' in value) return tagged('L', 8, (b) => b.writeBigInt64LE(BigInt(value.long), 1))
  if ('doubles' in value) return list('d', value.doubles.length, Buffer.from(Float64Array.from(value.doubles).buffer))
  if ('longs' in value)
    return list('l', value.longs.length, Buffer.from(BigInt64Array.from(value.longs.map(BigInt)).buffer))
  return list('i', value.ints.length, Buffer.from(Int32Array.from(value.ints).buffer))
}

function tagged(type: string, bytes: number, write: (buffer: Buffer) => void, more = Buffer.alloc(0)): Buffer {
  const buffer = Buffer.alloc(1 + bytes)
  buffer.write(type)
  write(buffer)
  return Buffer.concat([buffer, more])
}

/** Writes a list as its length, its encoding (1: deflate), its compressed size and its compressed numbers. */
function list(type: string, count: number, bytes: Buffer): Buffer {
  const packed = deflateSync(bytes)
  return tagged(
    type,
    12,
    (b) => [count, 1, packed.length].forEach((value, i) => b.writeUInt32LE(value, 1 + i * 4)),
    packed,
  )
}
