import { glbOf, glbWith, triangle, type HostileFile } from './hostile.js'

function dataUriGltf(megabytes: number): Buffer {
  const head = JSON.stringify({
    ...triangle,
    buffers: [{ byteLength: 36, uri: 'data:application/octet-stream;base64,@' }],
  })
  const [before, after] = head.split('@') as [string, string]
  return Buffer.concat([Buffer.from(before), Buffer.alloc(megabytes * 2 ** 20, 'A'), Buffer.from(after)])
}

/** All materials differ, so that deduplication has to compare each pair of materials. */
const materials = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ pbrMetallicRoughness: { roughnessFactor: index / count } }))

function lyingLength(offset: number): Buffer {
  const glb = glbOf(triangle)
  glb.writeUInt32LE(0xfffffff0, offset)
  return glb
}

export const hostileJson: HostileFile[] = [
  { name: 'U06 end cut off', code: 'MODEL_DAMAGED', make: () => glbOf(triangle).subarray(0, -20) },
  { name: 'U06 only the magic', code: 'MODEL_DAMAGED', make: () => Buffer.from('glTF') },
  { name: 'U06 lying length of the file', code: 'MODEL_DAMAGED', make: () => lyingLength(8) },
  { name: 'U06 lying length of the JSON', code: 'MODEL_DAMAGED', make: () => lyingLength(12) },
  {
    name: 'U12 JSON brackets 1,000,000 deep',
    code: 'MODEL_DAMAGED',
    make: () => glbOf(`{"extras":${'['.repeat(1e6)}${']'.repeat(1e6)}}`),
  },
  {
    name: 'U12 JSON of 34 MB',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbOf(`{"extras":[${'1,'.repeat(17 * 2 ** 20)}1]}`),
  },
  { name: 'U12 .gltf with 260 MB in a data: URI', code: 'MODEL_TOO_COMPLEX', make: () => dataUriGltf(260) },
  {
    name: 'U06 extension that nobody here can read',
    code: 'MODEL_EXTENSION_UNSUPPORTED',
    make: () => glbWith({ extensionsRequired: ['EXT_known_to_nobody'] }),
  },
  {
    name: 'U12 .glb with 33 MB of JSON inside quotes',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbOf(`{"extras":["${'a'.repeat(33 * 2 ** 20)}"]}`),
  },
  {
    name: 'U12 5,000 materials',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbWith({ materials: materials(5_000) }),
  },
  {
    name: 'U12 30,000 accessors',
    code: 'MODEL_TOO_COMPLEX',
    make: () =>
      glbWith({
        accessors: Array.from({ length: 30_000 }, () => ({
          bufferView: 0,
          componentType: 5126,
          count: 3,
          type: 'VEC3',
        })),
      }),
  },
]
