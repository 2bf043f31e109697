import { entryAt, listOf, wholeOf } from './json.js'
import { damaged, type ModelPackage } from './package.js'
import { bytesOfUri } from './uris.js'

/** Returns the bytes of a buffer view that the guard has checked. @throws InputFailure MODEL_DAMAGED */
export function bytesOfView(model: ModelPackage, index: number): Uint8Array {
  const view = entryAt(listOf(model.json, 'bufferViews'), index, 'buffer view')
  const buffer = entryAt(listOf(model.json, 'buffers'), wholeOf(view, 'buffer'), 'buffer')
  const bytes = buffer.uri === undefined ? model.binary : bytesOfUri(model, buffer.uri)
  if (!bytes) throw damaged('a view has no data')
  const offset = wholeOf(view, 'byteOffset', 0)
  return bytes.subarray(offset, offset + wholeOf(view, 'byteLength'))
}
