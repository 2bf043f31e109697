import { deflateRawSync } from 'node:zlib'
import { corners, triangle, type HostileFile } from './hostile.js'
import { packedZeros, zip64Counting, zipByHand, type RawEntry } from './zip-by-hand.js'
import { zipOf } from '../files/zips.js'

const MB = 2 ** 20
const gltf = Buffer.from(JSON.stringify({ ...triangle, buffers: [{ byteLength: 36, uri: 'a.bin' }] }))
const naming = Buffer.from(
  JSON.stringify({ ...triangle, buffers: ['a.bin', 'b.bin'].map((uri) => ({ byteLength: 36, uri })) }),
)
const plainZip = (more: Record<string, Buffer> = {}, mode?: number) =>
  zipOf({ 'a.gltf': gltf, 'a.bin': corners, ...more }, mode)
/** A zip of a model and one hostile entry. The model uses this entry only if the entry's name is b.bin. */
const zipWith = (entry: RawEntry) =>
  zipByHand([{ name: 'a.gltf', body: naming }, { name: 'a.bin', body: corners }, entry])
const zipNaming = (name: string) => zipWith({ name, body: Buffer.from('x') })

async function encryptedZip(): Promise<Buffer> {
  const zip = await plainZip()
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4, 'latin1'))
    zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8)
  return zip
}

/** A zip whose directory has ten entries for one stored file. Each entry alone is within all limits. */
function overlappingZip(): Buffer {
  const entry: RawEntry = { name: 'a.bin', body: Buffer.alloc(MB) }
  return zipByHand(Array.from({ length: 10 }, (_, index) => ({ ...entry, overlaps: index > 0 })))
}

/** Only together, a.bin (1 MB) and b.bin (claims 639.5 MB, 80 times its packed size) exceed the limit of 640 MB. */
function zipOf640Megabytes(): Buffer {
  return zipByHand([
    { name: 'a.gltf', body: naming },
    { name: 'a.bin', body: Buffer.alloc(MB) },
    { name: 'b.bin', body: Buffer.alloc(8 * MB), deflated: true, size: 639.5 * MB },
  ])
}

export const hostileZips: HostileFile[] = [
  { name: 'U10 zip bomb', code: 'ARCHIVE_REFUSED', make: () => zipWith(packedZeros(20 * MB)) },
  { name: 'U10 zip slip', code: 'ARCHIVE_REFUSED', wholeWay: true, make: () => zipNaming('../../.bin') },
  {
    name: 'U10 zip entry with a drive letter',
    code: 'ARCHIVE_REFUSED',
    make: () => zipNaming('C:/bbb.bin'),
  },
  { name: 'U10 zip entry that is a link', code: 'ARCHIVE_REFUSED', make: () => plainZip({}, 0o120777) },
  { name: 'U10 encrypted zip', code: 'ARCHIVE_REFUSED', make: encryptedZip },
  {
    name: 'U10 zip of 60,000 files',
    code: 'ARCHIVE_REFUSED',
    make: () => zipByHand(Array.from({ length: 60_000 }, (_, index) => ({ name: `${index}.bin` }))),
  },
  { name: 'U10 zip64 that counts 70,000 files', code: 'ARCHIVE_REFUSED', make: () => zip64Counting(70_000) },
  { name: 'U10 zip of overlapping entries', code: 'ARCHIVE_REFUSED', make: () => overlappingZip() },
  {
    name: 'U10 zip entry at an absolute path',
    code: 'ARCHIVE_REFUSED',
    make: () => zipNaming('/etc/b.bin'),
  },
  {
    name: 'U10 zip entry whose name holds a zero byte',
    code: 'ARCHIVE_REFUSED',
    make: () => zipNaming('aa\0bbb.bin'),
  },
  { name: 'U10 zip cut off', code: 'ARCHIVE_DAMAGED', make: async () => (await plainZip()).subarray(0, -30) },
  { name: 'U10 zip without a model', code: 'ARCHIVE_WITHOUT_MODEL', make: () => zipOf({ 'a.bin': corners }) },
  { name: 'U10 zip of more than 640 MB together', code: 'ARCHIVE_REFUSED', make: zipOf640Megabytes },
  { name: 'U10 zip entry that climbs by backslashes', code: 'ARCHIVE_REFUSED', make: () => zipNaming('..\\b.bin') },
  { name: 'U10 zip entry with a drive and a backslash', code: 'ARCHIVE_REFUSED', make: () => zipNaming('C:\\b.bin') },
  { name: 'U10 zip entry in 17 folders', code: 'ARCHIVE_REFUSED', make: () => zipNaming(`${'a/'.repeat(17)}b.bin`) },
  {
    name: 'U10 zip entry that says 100 and unpacks to 5 MB',
    code: 'ARCHIVE_DAMAGED',
    make: () => zipWith({ name: 'b.bin', body: deflateRawSync(Buffer.alloc(5 * MB)), deflated: true, size: 100 }),
  },
]
