import { crc32 } from 'node:zlib'

export interface ZipEntry {
  name: string
  bytes: Buffer
}

/** Every entry has the earliest zip date, 1 January 1980, so that equal files give equal bytes. */
const DAY_ONE = 0x21
const VERSION = 20
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22

/** A zip without compression, for pictures: at most 65,535 entries and 4 GB. */
export function storedZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const path = Buffer.from(name, 'ascii')
    const local = Buffer.alloc(LOCAL_BYTES)
    local.writeUInt32LE(0x04034b50, 0)
    describe(local, 4, path, bytes)
    const directory = Buffer.alloc(CENTRAL_BYTES)
    directory.writeUInt32LE(0x02014b50, 0)
    directory.writeUInt16LE(VERSION, 4)
    describe(directory, 6, path, bytes)
    directory.writeUInt32LE(offset, 42)
    parts.push(local, path, bytes)
    central.push(directory, path)
    offset += LOCAL_BYTES + path.length + bytes.length
  }
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(
    central.reduce((sum, { length }) => sum + length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...central, end])
}

/** The fields that the local header and the central directory share, from "version needed" to the name's length. */
function describe(header: Buffer, at: number, path: Buffer, bytes: Buffer): void {
  header.writeUInt16LE(VERSION, at)
  header.writeUInt16LE(DAY_ONE, at + 8)
  header.writeUInt32LE(crc32(bytes), at + 10)
  header.writeUInt32LE(bytes.length, at + 14)
  header.writeUInt32LE(bytes.length, at + 18)
  header.writeUInt16LE(path.length, at + 22)
}
