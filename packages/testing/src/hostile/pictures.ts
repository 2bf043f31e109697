import { crc32, deflateSync } from 'node:zlib'
import { corners, glbWith, type HostileFile } from './hostile.js'
import { claimingKtx2 } from '../files/ktx2.js'

/** A black PNG of 1 bit per pixel. With a side of 30,000 px, half a megabyte decodes to 3.6 GB of RGBA. */
export function hugePng(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 1 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngPart('IHDR', head),
    pngPart('IDAT', rows),
    pngPart('IEND', Buffer.alloc(0)),
  ])
}

/** Adds a note to a PNG, so that the bytes differ and no parser deduplicates the pictures. */
function withNote(png: Buffer, note: string): Buffer {
  return Buffer.concat([png.subarray(0, -12), pngPart('tEXt', Buffer.from(`Note\0${note}`)), png.subarray(-12)])
}

function pngPart(type: string, body: Buffer): Buffer {
  const part = Buffer.alloc(12 + body.length)
  part.writeUInt32BE(body.length, 0)
  part.write(type, 4, 'latin1')
  body.copy(part, 8)
  part.writeUInt32BE(crc32(part.subarray(4, 8 + body.length)), 8 + body.length)
  return part
}

export function withImages(pictures: Buffer[]): Buffer {
  let at = corners.length
  const views = pictures.map(({ length }) => {
    const view = { buffer: 0, byteOffset: at, byteLength: length }
    at += length
    return view
  })
  const binary = Buffer.concat([corners, ...pictures, Buffer.alloc((4 - (at % 4)) % 4)])
  return glbWith(
    {
      meshes: [{ primitives: pictures.map((_, material) => ({ attributes: { POSITION: 0 }, material })) }],
      materials: pictures.map((_, index) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } })),
      textures: pictures.map((_, source) => ({ source })),
      images: pictures.map((_, index) => ({ bufferView: 1 + index, mimeType: 'image/png', name: `huge ${index}` })),
      bufferViews: [{ buffer: 0, byteLength: 36 }, ...views],
      buffers: [{ byteLength: binary.length }],
    },
    binary,
  )
}

function manyHuge(count: number): Buffer {
  const png = hugePng(8192)
  return withImages(Array.from({ length: count }, (_, index) => withNote(png, String(index))))
}

export const hostilePictures: HostileFile[] = [
  { name: 'U12 picture of 30,000 x 30,000 px', code: 'MODEL_IMAGE_REFUSED', make: () => withImages([hugePng(30_000)]) },
  {
    name: 'U12 KTX2 picture of 60,000 x 60,000 px',
    code: 'MODEL_IMAGE_REFUSED',
    make: () => withImages([claimingKtx2(60_000)]),
  },
  {
    name: 'U12 513 pictures',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbWith({ images: Array.from({ length: 513 }, () => ({ bufferView: 0, mimeType: 'image/png' })) }),
  },
  { name: 'U12 64 pictures of 8192 px in 0.6 MB', code: 'MODEL_TOO_COMPLEX', make: () => manyHuge(64) },
]
