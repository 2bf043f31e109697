import { deflateRawSync } from 'node:zlib'

/** An entry, and what its headers claim. The claims may differ from the entry's body. */
export interface RawEntry {
  /** Text must be Latin-1. */
  name: string | Buffer
  body?: Buffer
  deflated?: boolean
  /** Claimed unpacked size. By default it is the body's length. */
  size?: number
  /** If set, only the central directory has this entry. It points to the first entry's header and body. */
  overlaps?: boolean
}

/** Zips up to 65,535 entries without checks. Zip libraries refuse wrong headers and need minutes for 60,000 entries. */
export function zipByHand(entries: RawEntry[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const {
    name: given,
    body = Buffer.alloc(0),
    deflated = false,
    size = body.length,
    overlaps = false,
  } of entries) {
    const name = Buffer.from(given as string, 'latin1')
    const central = Buffer.alloc(46 + name.length)
    central.write('PK\x01\x02\x14\0\x14', 'latin1')
    central.writeUInt16LE(deflated ? 8 : 0, 10)
    central.writeUInt32LE(body.length, 20)
    central.writeUInt32LE(size, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(overlaps ? 0 : at, 42)
    name.copy(central, 46)
    centrals.push(central)
    if (overlaps) continue
    const local = Buffer.alloc(30 + name.length)
    local.write('PK\x03\x04\x14', 'latin1')
    // Method, time, checksum and sizes have the same order in both headers.
    central.copy(local, 8, 10, 28)
    local.writeUInt16LE(name.length, 26)
    name.copy(local, 30)
    locals.push(local, body)
    at += local.length + body.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

/** An entry of `bytes` zeros. Deflate packs zeros to under a hundredth, so above 1 MB the guard refuses the entry. */
export const packedZeros = (bytes: number): RawEntry => ({
  name: 'b.bin',
  body: deflateRawSync(Buffer.alloc(bytes), { level: 1 }),
  deflated: true,
  size: bytes,
})

/** A zip of one file whose zip64 record claims `count` files. Parsers that read only the 16-bit field see 65,535. */
export function zip64Counting(count: number): Buffer {
  const zip = zipByHand([{ name: 'a.bin' }])
  const end = zip.length - 22
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 12)), 40)
  record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 16)), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(end), 8)
  locator.writeUInt32LE(1, 16)
  const tail = Buffer.from(zip.subarray(end))
  tail.writeUInt16LE(0xffff, 8)
  tail.writeUInt16LE(0xffff, 10)
  return Buffer.concat([zip.subarray(0, end), record, locator, tail])
}
