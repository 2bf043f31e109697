import { entryAt, listOf, objectOf, wholeOf } from '../json.js'
import { assertAtMost, limits } from '../limits.js'
import { damaged, type Json, type ModelPackage } from '../package.js'
import { bytesOfUri } from '../uris.js'

const componentBytes: Record<number, number> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }
const components: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 }

export interface AccessorSums {
  counts: number[]
  bytes: number
}

/** Checks that accessors lie within their buffers and read no more than the file's size allows. @throws InputFailure */
export function guardAccessors(model: ModelPackage): AccessorSums {
  const buffers = listOf(model.json, 'buffers').map((buffer, index) => bufferLength(model, buffer, index))
  const views = listOf(model.json, 'bufferViews')
  let unbackedBytes = 0
  let bytes = 0
  for (const view of views) {
    inside(view, buffers)
    // The decoded size of a packed view depends on its count, not on its bytes.
    const packed = objectOf(objectOf(view, 'extensions'), 'EXT_meshopt_compression')
    if (packed.buffer === undefined) continue
    inside(packed, buffers)
    unbackedBytes += wholeOf(packed, 'count') * wholeOf(packed, 'byteStride')
  }
  const counts = listOf(model.json, 'accessors').map((accessor) => {
    const count = wholeOf(accessor, 'count')
    const size = elementBytes(accessor)
    bytes += count * size
    if (accessor.bufferView !== undefined)
      guardRange(entryAt(views, wholeOf(accessor, 'bufferView'), 'buffer view'), accessor, size)
    if (accessor.bufferView === undefined || accessor.sparse !== undefined) unbackedBytes += count * size
    if (accessor.sparse !== undefined) guardSparse(objectOf(accessor, 'sparse'), views, size)
    return count
  })
  assertAtMost(unbackedBytes, limits.generatedBytes, 'bytes of generated data')
  let ownBytes = model.bytes.length
  for (const file of model.files.values()) ownBytes += file.length
  assertAtMost(bytes, limits.accessorBytesPerFileByte * ownBytes + limits.extraAccessorBytes, 'bytes in accessors')
  return { counts, bytes }
}

function bufferLength(model: ModelPackage, buffer: Json, index: number): number {
  const length = wholeOf(buffer, 'byteLength')
  const extension = objectOf(objectOf(buffer, 'extensions'), 'EXT_meshopt_compression')
  if (buffer.uri === undefined && extension.fallback === true) return length
  const bytes = buffer.uri === undefined && index === 0 ? model.binary : bytesOfUri(model, buffer.uri)
  if (!bytes || bytes.length < length) throw damaged('its data is shorter than it says')
  return length
}

function inside(view: Json, buffers: number[]) {
  const length = buffers[wholeOf(view, 'buffer')]
  if (length === undefined || wholeOf(view, 'byteOffset', 0) + wholeOf(view, 'byteLength') > length)
    throw damaged('a buffer view reaches past its buffer')
}

function elementBytes(accessor: Json): number {
  const size = componentBytes[Number(accessor.componentType)]
  const perElement = components[String(accessor.type)]
  if (size === undefined || perElement === undefined) throw damaged('an accessor has no known type')
  return size * perElement
}

function guardRange(view: Json, accessor: Json, size: number) {
  const stride = wholeOf(view, 'byteStride', 0) || size
  const count = wholeOf(accessor, 'count')
  const end = wholeOf(accessor, 'byteOffset', 0) + (count === 0 ? 0 : (count - 1) * stride + size)
  if (end > wholeOf(view, 'byteLength')) throw damaged('an accessor reaches past its data')
}

function guardSparse(sparse: Json, views: Json[], size: number) {
  const indices = objectOf(sparse, 'indices')
  const values = objectOf(sparse, 'values')
  const count = wholeOf(sparse, 'count')
  const indexBytes = componentBytes[Number(indices.componentType)]
  if (indexBytes === undefined) throw damaged('a sparse accessor has no known type')
  guardRange(entryAt(views, wholeOf(indices, 'bufferView'), 'buffer view'), { ...indices, count }, indexBytes)
  guardRange(entryAt(views, wholeOf(values, 'bufferView'), 'buffer view'), { ...values, count }, size)
}
