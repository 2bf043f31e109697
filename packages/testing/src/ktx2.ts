import { encodeToKTX2 } from 'ktx2-encoder'
import sharp from 'sharp'

/** A picture as KTX2 with its smaller copies, as glTF exporters pack textures: by Binomial's encoder. */
export async function makeKtx2(picture: Uint8Array, kind: 'ETC1S' | 'UASTC' | 'UASTC with Zstandard'): Promise<Buffer> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const packed = await encodeToKTX2(picture, {
    isUASTC: kind !== 'ETC1S',
    needSupercompression: kind === 'UASTC with Zstandard',
    imageDecoder: async () => ({ width: info.width, height: info.height, data: new Uint8Array(data) }),
  })
  return Buffer.from(packed)
}

/** The header of a KTX2 picture of any size, whose data is to be unpacked to so many bytes; nothing follows. */
export function claimingKtx2(sidePx: number, unpackedBytes: number): Buffer {
  const head = Buffer.alloc(1_000)
  head.write('\xabKTX 20\xbb\r\n\x1a\n', 'latin1')
  for (const [value, at] of [
    [1, 16],
    [sidePx, 20],
    [sidePx, 24],
    [1, 36],
    [1, 40],
    [2, 44],
  ] as const)
    head.writeUInt32LE(value, at)
  head.writeBigUInt64LE(200n, 80)
  head.writeBigUInt64LE(800n, 88)
  head.writeBigUInt64LE(BigInt(unpackedBytes), 96)
  return head
}
