import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'

const require = createRequire(import.meta.url)
/** Binomial's transcoder, which three ships as a browser script. It is read at import, before rights are dropped. */
const script = readFileSync(require.resolve('three/addons/libs/basis/basis_transcoder.js'), 'utf8')
const wasmBinary = readFileSync(require.resolve('three/addons/libs/basis/basis_transcoder.wasm'))

interface Transcoder {
  initializeBasis(): void
  KTX2File: new (bytes: Uint8Array) => {
    startTranscoding(): number
    getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number
    /** Pass 0 as `flags` and -1 as both `channels`: these are the transcoder's defaults. */
    transcodeImage(
      to: Uint8Array,
      ...options: [level: number, layer: number, face: number, format: number, flags: number, ...channels: number[]]
    ): number
    close(): void
    delete(): void
  }
}

const RGBA = 13
/** Bytes of the header plus the largest level's entry in the level index (KTX 2.0, section 3). */
const HEAD_BYTES = 104
const BLOCK_PX = 4
const BLOCK_BYTES = 16

export interface Ktx2Size {
  width: number
  height: number
}

/** Reads the size from a KTX2 header. The result is undefined if the header is cut off. */
export function sizeOfKtx2(bytes: Uint8Array): Ktx2Size | undefined {
  if (bytes.length < HEAD_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return { width: view.getUint32(20, true), height: view.getUint32(24, true) }
}

/** Decodes the largest level of a KTX2 file (ETC1S or UASTC) to RGBA. An unreadable file gives undefined or throws. */
export async function pixelsOfKtx2(bytes: Uint8Array, { width, height }: Ktx2Size): Promise<Uint8Array | undefined> {
  const blocks = Math.ceil(width / BLOCK_PX) * Math.ceil(height / BLOCK_PX)
  // This check bounds Zstandard's output, because a few bytes may claim gigabytes.
  const unpackedBytes = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(96, true)
  if (unpackedBytes > blocks * BLOCK_BYTES) return undefined
  const { KTX2File } = await (transcoder ??= load())
  // KTX2File copies to an array of the same class, which fails for Buffer.
  const file = new KTX2File(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length))
  try {
    if (!file.startTranscoding()) return undefined
    if (file.getImageTranscodedSizeInBytes(0, 0, 0, RGBA) !== width * height * 4) return undefined
    const pixels = new Uint8Array(width * height * 4)
    if (!file.transcodeImage(pixels, 0, 0, 0, RGBA, 0, -1, -1)) return undefined
    return pixels
  } finally {
    file.close()
    file.delete()
  }
}

let transcoder: Promise<Transcoder> | undefined

async function load(): Promise<Transcoder> {
  const module = { exports: {} }
  const run = compileFunction(script, ['module', 'exports', 'require', '__dirname'])
  run(module, module.exports, require, import.meta.dirname)
  const loaded = await (module.exports as (options: object) => Promise<Transcoder>)({ wasmBinary })
  loaded.initializeBasis()
  return loaded
}
