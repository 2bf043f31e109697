import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'

/** One compressed part of a model, as EXT_meshopt_compression describes it. */
export interface DecodeRequest {
  id: number
  count: number
  strideBytes: number
  source: Uint8Array<ArrayBuffer>
  mode: string
  filter: string
}
export type DecodeResponse = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; error: string }

const respond = (message: DecodeResponse, moved: Transferable[] = []) => postMessage(message, { transfer: moved })

// Decoding runs in this worker, because on the main thread a large model would block scrolling.
addEventListener('message', ({ data }: MessageEvent<DecodeRequest>) => {
  const { id, count, strideBytes, source, mode, filter } = data
  MeshoptDecoder.decodeGltfBufferAsync(count, strideBytes, source, mode, filter).then(
    (bytes) => respond({ id, bytes: bytes as Uint8Array<ArrayBuffer> }, [bytes.buffer as ArrayBuffer]),
    (error: unknown) => respond({ id, error: String(error) }),
  )
})
