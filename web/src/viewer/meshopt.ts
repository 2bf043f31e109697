import type { ModelDecoder } from '@toile/scene/model'
import type { DecodeResponse, DecodeRequest } from './meshopt.worker.js'

export interface MeshoptWorker {
  decoder: ModelDecoder
  /** Ends the worker. Decodes that are unfinished then never settle. */
  end(): void
}

export function createMeshoptWorker(): MeshoptWorker {
  const waiting = new Map<number, { resolve(bytes: Uint8Array): void; reject(error: Error): void }>()
  let worker: Worker | null = null
  let lastId = 0
  const start = () => {
    const started = new Worker(new URL('./meshopt.worker.ts', import.meta.url), { type: 'module' })
    started.onmessage = ({ data }: MessageEvent<DecodeResponse>) => {
      const asked = waiting.get(data.id)
      waiting.delete(data.id)
      if ('bytes' in data) asked?.resolve(data.bytes)
      else asked?.reject(new Error(data.error))
    }
    started.onerror = () => {
      for (const { reject } of waiting.values()) reject(new Error('the decoder could not be loaded'))
      waiting.clear()
    }
    return started
  }
  return {
    decoder: {
      supported: true,
      decodeGltfBufferAsync: (count, strideBytes, source, mode, filter) =>
        new Promise((resolve, reject) => {
          const id = ++lastId
          waiting.set(id, { resolve, reject })
          // Transfers a copy, because transferring `source` would take the whole file's buffer away from this thread.
          const request: DecodeRequest = {
            id,
            count,
            strideBytes,
            source: source.slice(),
            mode,
            filter: filter ?? 'NONE',
          }
          worker ??= start()
          worker.postMessage(request, [request.source.buffer])
        }),
    },
    end: () => worker?.terminate(),
  }
}
