import { entryAt, listOf, objectOf, wholeOf } from '../json.js'
import { assertAtMost, limits } from '../limits.js'
import { damaged, type Json, type ModelPackage } from '../package.js'
import { bytesOfView } from '../views.js'

const DRACO = 'KHR_draco_mesh_compression'
const HEAD_BYTES = 11
/** Bitstream 2.2, the version that all glTF exporters write. */
const VERSION = 0x0202
const [MESH, SEQUENTIAL, EDGEBREAKER] = [1, 0, 1]
const HAS_METADATA = 0x8000
const MAX_DEPTH = 8

/**
 * Checks that Draco headers (bitstream 2.2, "Decode header" and "connectivity") announce no more faces and points than
 * their accessors have. @throws InputFailure MODEL_DAMAGED, MODEL_TOO_COMPLEX
 */
export function guardDraco(model: ModelPackage): void {
  const accessors = listOf(model.json, 'accessors')
  const countAt = (index: unknown) => wholeOf(entryAt(accessors, index as number, 'accessor'), 'count')
  let triangles = 0
  for (const mesh of listOf(model.json, 'meshes'))
    for (const primitive of listOf(mesh, 'primitives')) {
      const packed = objectOf(primitive, 'extensions')[DRACO] as Json | undefined
      if (packed === undefined) continue
      const said = sizesOf(bytesOfView(model, wholeOf(packed, 'bufferView')))
      const points = countAt(objectOf(primitive, 'attributes').POSITION)
      if (said.faces * 3 > countAt(primitive.indices) || said.points > points)
        throw damaged('packed data is larger than it says')
      triangles += said.faces
      assertAtMost(triangles, limits.triangles, 'triangles')
    }
}

function sizesOf(bytes: Uint8Array): { faces: number; points: number } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.length < HEAD_BYTES || file.toString('latin1', 0, 5) !== 'DRACO' || file.readUInt16BE(5) !== VERSION)
    throw damaged('its packed data is not Draco 2.2')
  const [type, method, flags] = [file[7], file[8], file.readUInt16LE(9)]
  if (type !== MESH) throw damaged('its packed data is no mesh')
  const reader = createReader(file, HEAD_BYTES)
  if (flags & HAS_METADATA) reader.skipMetadata()
  if (method === SEQUENTIAL) return { faces: reader.varint(), points: reader.varint() }
  if (method !== EDGEBREAKER) throw damaged('its packed data has no known method')
  reader.advance(1)
  // Decoding also splits points at seams, but a face has only three corners, so `faces` bounds the points as well.
  return { points: reader.varint(), faces: reader.varint() }
}

function createReader(file: Buffer, from: number) {
  let at = from
  const advance = (bytes: number) => {
    at += bytes
    if (at > file.length) throw damaged('its packed data is cut off')
  }
  const varint = () => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      advance(1)
      value += (file[at - 1]! & 0x7f) * 2 ** shift
      if (file[at - 1]! < 0x80) return value
    }
    throw damaged('a number of its packed data is too large')
  }
  const skipName = () => {
    advance(1)
    advance(file[at - 1]!)
  }
  const skipEntries = (depth: number) => {
    if (depth > MAX_DEPTH) throw damaged('its packed data is nested too deeply')
    for (let left = varint(); left > 0; left--) {
      skipName()
      advance(varint())
    }
    for (let left = varint(); left > 0; left--) {
      skipName()
      skipEntries(depth + 1)
    }
  }
  return {
    advance,
    varint,
    skipMetadata() {
      for (let left = varint(); left > 0; left--) {
        varint()
        skipEntries(0)
      }
      skipEntries(0)
    },
  }
}
