import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import type { FailureCode } from '@toile/contracts/failures'
import { zipOf } from './zips.js'

export interface HostileFile {
  /** What it tries, with the id of the threat. */
  name: string
  code: FailureCode
  make(): Promise<Buffer> | Buffer
}

type Json = Record<string, unknown>

const bin = Buffer.alloc(36)

/** One triangle that is right in every way; each attack changes one thing. */
const triangle: Json = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0] }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ byteLength: 36 }],
}

/** A .glb of any JSON, unchecked. */
export function glbOf(json: Json | string, binary: Buffer = bin): Buffer {
  const text = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))
  const body = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')])
  const header = Buffer.from('glTF\x02\0\0\0\0\0\0\0', 'latin1')
  header.writeUInt32LE(12 + 8 + body.length + 8 + binary.length, 8)
  return Buffer.concat([header, chunk('JSON', body), chunk('BIN\0', binary)])
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(body.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const withBuffer = (uri: string) => glbOf({ ...triangle, buffers: [{ byteLength: 36, uri }] })
/** Announced as 70,000 by zip64's fields where the end record says "look there": in the way of who trusts the short field. */
function zip64Crowd(count: number): Buffer {
  const zip = crowdedZip(60_000)
  const end = zip.length - 22
  const directoryBytes = zip.readUInt32LE(end + 12)
  const directoryAt = zip.readUInt32LE(end + 16)
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(directoryBytes), 40)
  record.writeBigUInt64LE(BigInt(directoryAt), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(end), 8)
  locator.writeUInt32LE(1, 16)
  const tail = Buffer.from(zip.subarray(end))
  tail.writeUInt16LE(0xffff, 8)
  tail.writeUInt16LE(0xffff, 10)
  return Buffer.concat([zip.subarray(0, end), record, locator, tail])
}

/** A .zip whose central directory calls one entry ten times: overlapping files, each unpacked anew. */
function overlappingZip(times: number): Buffer {
  const body = deflateRawSync(Buffer.alloc(90 * 2 ** 20))
  const name = 'a.bin'
  const local = Buffer.alloc(30 + name.length)
  local.write('PK\x03\x04\x14', 'latin1')
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  local.write(name, 30)
  const centrals = Array.from({ length: times }, () => {
    const central = Buffer.alloc(46 + name.length)
    central.write('PK\x01\x02\x14\0\x14', 'latin1')
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(body.length, 20)
    central.writeUInt32LE(90 * 2 ** 20, 24)
    central.writeUInt16LE(name.length, 28)
    central.write(name, 46)
    return central
  })
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(times, 8)
  end.writeUInt16LE(times, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length + body.length, 16)
  return Buffer.concat([local, body, directory, end])
}

/** A lone .gltf that carries so many MB in a data: URI. */
function dataUriGltf(megabytes: number): Buffer {
  const head = JSON.stringify({
    ...triangle,
    buffers: [{ byteLength: 36, uri: 'data:application/octet-stream;base64,@' }],
  })
  const [before, after] = head.split('@') as [string, string]
  return Buffer.concat([Buffer.from(before), Buffer.alloc(megabytes * 2 ** 20, 'A'), Buffer.from(after)])
}

const withAccessor = (accessor: Json) => glbOf({ ...triangle, accessors: [accessor] })
const gltf = (json: Json = triangle) =>
  Buffer.from(JSON.stringify({ ...json, buffers: [{ byteLength: 36, uri: 'a.bin' }] }))
const plainZip = (more: Record<string, Buffer> = {}, mode?: number) =>
  zipOf({ 'a.gltf': gltf(), 'a.bin': bin, ...more }, mode)

/** A zip whose bytes were changed afterwards: names of equal length, flags, modes. */
async function changedZip(from: string, to: string): Promise<Buffer> {
  const zip = (await plainZip({ [from]: Buffer.from('x') })).toString('latin1')
  return Buffer.from(zip.replaceAll(from, to), 'latin1')
}

/** A zip of empty files, by hand: a library takes minutes. More than 65,535 would need zip64. */
function crowdedZip(count: number): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  for (let index = 0; index < count; index++) {
    const name = Buffer.from(`${String(index).padStart(6, '0')}.bin`)
    const local = Buffer.alloc(30 + name.length)
    local.write('PK\x03\x04\x14', 'latin1')
    local.writeUInt16LE(name.length, 26)
    name.copy(local, 30)
    const central = Buffer.alloc(46 + name.length)
    central.write('PK\x01\x02\x14\0\x14', 'latin1')
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(index * local.length, 42)
    name.copy(central, 46)
    locals.push(local)
    centrals.push(central)
  }
  const [files, directory] = [Buffer.concat(locals), Buffer.concat(centrals)]
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(files.length, 16)
  return Buffer.concat([files, directory, end])
}

async function encryptedZip(): Promise<Buffer> {
  const zip = await plainZip()
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4, 'latin1'))
    zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8)
  return zip
}

/** A black PNG of any size: a few kB of zeros that open to gigabytes. */
export function hugePng(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngPart('IHDR', head),
    pngPart('IDAT', rows),
    pngPart('IEND', Buffer.alloc(0)),
  ])
}

function pngPart(type: string, body: Buffer): Buffer {
  const part = Buffer.alloc(12 + body.length)
  part.writeUInt32BE(body.length, 0)
  part.write(type, 4, 'latin1')
  body.copy(part, 8)
  part.writeUInt32BE(crc32(part.subarray(4, 8 + body.length)), 8 + body.length)
  return part
}

function withImage(png: Buffer): Buffer {
  const binary = Buffer.concat([bin, png, Buffer.alloc((4 - (png.length % 4)) % 4)])
  return glbOf(
    {
      ...triangle,
      images: [{ bufferView: 1, mimeType: 'image/png', name: 'huge' }],
      bufferViews: [
        { buffer: 0, byteLength: 36 },
        { buffer: 0, byteOffset: 36, byteLength: png.length },
      ],
      buffers: [{ byteLength: binary.length }],
    },
    binary,
  )
}

function nestedNodes(count: number): Json[] {
  return Array.from({ length: count }, (_, index) => (index + 1 < count ? { children: [index + 1] } : { mesh: 0 }))
}

function lyingLength(offset: number): Buffer {
  const glb = glbOf(triangle)
  glb.writeUInt32LE(0xfffffff0, offset)
  return glb
}

/** Files that attack whoever opens them, with the failure that each must end in. */
export const hostileFiles: HostileFile[] = [
  {
    name: 'U11 buffer that climbs out of the folder',
    code: 'MODEL_EXTERNAL_REFERENCE',
    make: () => withBuffer('../../../../etc/passwd'),
  },
  {
    name: 'U11 buffer that climbs out, percent-encoded',
    code: 'MODEL_EXTERNAL_REFERENCE',
    make: () => withBuffer('%2e%2e/%2e%2e/etc/passwd'),
  },
  { name: 'U11 buffer at an absolute path', code: 'MODEL_EXTERNAL_REFERENCE', make: () => withBuffer('/etc/passwd') },
  { name: 'U11 buffer at a file URL', code: 'MODEL_EXTERNAL_REFERENCE', make: () => withBuffer('file:///etc/passwd') },
  {
    name: 'U11 buffer on another host',
    code: 'MODEL_EXTERNAL_REFERENCE',
    make: () => withBuffer('http://127.0.0.1:9/a.bin'),
  },
  {
    name: 'U11 picture on another host',
    code: 'MODEL_EXTERNAL_REFERENCE',
    make: () => glbOf({ ...triangle, images: [{ uri: 'https://example.com/a.png' }] }),
  },
  { name: 'U11 buffer that is not there', code: 'MODEL_FILE_MISSING', make: () => withBuffer('other.bin') },
  {
    name: 'U12 mesh bomb: accessor of 2e9 elements',
    code: 'MODEL_DAMAGED',
    make: () => withAccessor({ bufferView: 0, componentType: 5126, count: 2e9, type: 'VEC3' }),
  },
  {
    name: 'U12 mesh bomb: 3e8 zeros in 380 bytes',
    code: 'MODEL_TOO_COMPLEX',
    make: () => withAccessor({ componentType: 5126, count: 3e8, type: 'VEC3' }),
  },
  {
    name: 'U12 200,000 nodes inside each other',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbOf({ ...triangle, nodes: nestedNodes(200_000) }),
  },
  {
    name: 'U12 1,000 nodes inside each other',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbOf({ ...triangle, nodes: nestedNodes(1_000) }),
  },
  {
    name: 'U12 nodes in a circle',
    code: 'MODEL_DAMAGED',
    make: () => glbOf({ ...triangle, nodes: [{ mesh: 0 }, { children: [2] }, { children: [1] }] }),
  },
  {
    name: 'U12 300,000 nodes side by side',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbOf({ ...triangle, nodes: Array.from({ length: 300_000 }, () => ({ mesh: 0 })) }),
  },
  {
    name: 'U12 JSON brackets 1,000,000 deep',
    code: 'MODEL_DAMAGED',
    make: () => glbOf(`{"extras":${'['.repeat(1e6)}${']'.repeat(1e6)}}`),
  },
  { name: 'U12 picture of 30,000 x 30,000 px', code: 'MODEL_IMAGE_REFUSED', make: () => withImage(hugePng(30_000)) },
  {
    name: 'U06 SVG as a picture',
    code: 'MODEL_IMAGE_REFUSED',
    make: () => withImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  },
  { name: 'U06 end cut off', code: 'MODEL_DAMAGED', make: () => glbOf(triangle).subarray(0, -20) },
  { name: 'U06 only the magic', code: 'MODEL_DAMAGED', make: () => Buffer.from('glTF') },
  { name: 'U06 lying length of the file', code: 'MODEL_DAMAGED', make: () => lyingLength(8) },
  { name: 'U06 lying length of the JSON', code: 'MODEL_DAMAGED', make: () => lyingLength(12) },
  { name: 'U06 no geometry', code: 'MODEL_EMPTY', make: () => glbOf({ asset: { version: '2.0' }, scenes: [] }) },
  {
    name: 'U06 extension that nobody here can read',
    code: 'MODEL_EXTENSION_UNSUPPORTED',
    make: () => glbOf({ ...triangle, extensionsRequired: ['KHR_draco_mesh_compression'] }),
  },
  { name: 'U10 zip bomb', code: 'ARCHIVE_REFUSED', make: () => plainZip({ 'b.bin': Buffer.alloc(200 * 2 ** 20) }) },
  { name: 'U10 zip slip', code: 'ARCHIVE_REFUSED', make: () => changedZip('aabbbb.bin', '../../.bin') },
  {
    name: 'U10 zip entry with a drive letter',
    code: 'ARCHIVE_REFUSED',
    make: () => changedZip('aabbbb.bin', 'C:/bbb.bin'),
  },
  { name: 'U10 zip entry that is a link', code: 'ARCHIVE_REFUSED', make: () => plainZip({}, 0o120777) },
  { name: 'U10 encrypted zip', code: 'ARCHIVE_REFUSED', make: encryptedZip },
  {
    name: 'U10 zip inside the zip',
    code: 'ARCHIVE_REFUSED',
    make: async () => plainZip({ 'more.zip': await plainZip() }),
  },
  { name: 'U10 zip of 60,000 files', code: 'ARCHIVE_REFUSED', make: () => crowdedZip(60_000) },
  { name: 'U10 zip64 that counts 70,000 files', code: 'ARCHIVE_REFUSED', make: () => zip64Crowd(70_000) },
  { name: 'U10 zip of overlapping entries', code: 'ARCHIVE_REFUSED', make: () => overlappingZip(10) },
  {
    name: 'U10 zip entry at an absolute path',
    code: 'ARCHIVE_REFUSED',
    make: () => changedZip('aabbbb.bin', '/etc/b.bin'),
  },
  {
    name: 'U10 zip entry whose name holds a zero byte',
    code: 'ARCHIVE_REFUSED',
    make: () => changedZip('aabbbb.bin', 'aa\0bbb.bin'),
  },
  { name: 'U12 .gltf with 400 MB in a data: URI', code: 'MODEL_TOO_COMPLEX', make: () => dataUriGltf(400) },
  {
    name: 'U12 sparse accessor of 3e8 elements',
    code: 'MODEL_TOO_COMPLEX',
    make: () =>
      withAccessor({
        componentType: 5126,
        count: 3e8,
        type: 'VEC3',
        sparse: {
          count: 1,
          indices: { bufferView: 0, componentType: 5125 },
          values: { bufferView: 0 },
        },
      }),
  },
  {
    name: 'U12 6,000 parts of a mesh',
    code: 'MODEL_TOO_COMPLEX',
    make: () =>
      glbOf({
        ...triangle,
        meshes: [{ primitives: Array.from({ length: 6_000 }, () => ({ attributes: { POSITION: 0 } })) }],
      }),
  },
  {
    name: 'U12 65 pictures',
    code: 'MODEL_TOO_COMPLEX',
    make: () =>
      glbOf({ ...triangle, images: Array.from({ length: 65 }, () => ({ bufferView: 0, mimeType: 'image/png' })) }),
  },
  {
    name: 'U12 JSON of 40 MB',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbOf(`{"extras":[${'1,'.repeat(20 * 2 ** 20)}1]}`),
  },
  {
    name: 'U12 meshopt that unpacks to gigabytes',
    code: 'MODEL_TOO_COMPLEX',
    make: () =>
      glbOf({
        ...triangle,
        bufferViews: [
          {
            buffer: 0,
            byteLength: 36,
            extensions: {
              EXT_meshopt_compression: { buffer: 0, byteLength: 36, byteStride: 16, count: 2e8, mode: 'ATTRIBUTES' },
            },
          },
        ],
      }),
  },
  {
    name: 'U06 KTX2 textures, named as what cannot be read',
    code: 'MODEL_EXTENSION_UNSUPPORTED',
    make: () => glbOf({ ...triangle, extensionsRequired: ['KHR_texture_basisu'] }),
  },
  { name: 'U10 zip cut off', code: 'ARCHIVE_DAMAGED', make: async () => (await plainZip()).subarray(0, -30) },
  { name: 'U10 zip without a model', code: 'ARCHIVE_WITHOUT_MODEL', make: () => zipOf({ 'a.bin': bin }) },
]
