import { encodeToKTX2 } from 'ktx2-encoder'
import sharp from 'sharp'

/** KTX2 with mipmaps, written by Binomial's encoder as glTF exporters write it. */
export async function makeKtx2(picture: Uint8Array, kind: 'ETC1S' | 'UASTC' | 'UASTC with Zstandard'): Promise<Buffer> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const packed = await encodeToKTX2(picture, {
    isUASTC: kind !== 'ETC1S',
    needSupercompression: kind === 'UASTC with Zstandard',
    imageDecoder: async () => ({ width: info.width, height: info.height, data: new Uint8Array(data) }),
  })
  return Buffer.from(packed)
}

export function claimingKtx2(sidePx: number): Buffer {
  const head = Buffer.alloc(1_000)
  head.write('\xabKTX 20\xbb\r\n\x1a\n', 'latin1')
  head.writeUInt32LE(sidePx, 20)
  head.writeUInt32LE(sidePx, 24)
  return head
}
