import { glbOf, glbWith, type HostileFile, type Json } from './hostile.js'
import { partsOverOneList } from './many.js'

const withAccessor = (accessor: Json) => glbWith({ accessors: [accessor] })
const withPart = (part: Json) => glbWith({ meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...part }] }] })

function nestedNodes(count: number): Json[] {
  return Array.from({ length: count }, (_, index) => (index + 1 < count ? { children: [index + 1] } : { mesh: 0 }))
}

const instanced = (places: number, points: number) =>
  glbWith({
    nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } }],
    accessors: [points, places].map((count) => ({ componentType: 5126, count, type: 'VEC3' })),
  })

function sharedView(accessors: number): Buffer {
  const bytes = 2 ** 20
  return glbWith(
    {
      accessors: Array.from({ length: accessors }, () => ({
        bufferView: 0,
        componentType: 5126,
        count: bytes / 16,
        type: 'VEC4',
      })),
      bufferViews: [{ buffer: 0, byteLength: bytes }],
      buffers: [{ byteLength: bytes }],
    },
    Buffer.alloc(bytes),
  )
}

export const hostileGeometry: HostileFile[] = [
  {
    name: 'U12 mesh bomb: accessor of 2e9 elements',
    code: 'MODEL_DAMAGED',
    make: () => withAccessor({ bufferView: 0, componentType: 5126, count: 2e9, type: 'VEC3' }),
  },
  {
    name: 'U12 mesh bomb: 3e8 zeros in 380 bytes',
    code: 'MODEL_TOO_COMPLEX',
    make: () => withAccessor({ componentType: 5126, count: 3e8, type: 'VEC3' }),
  },
  {
    name: 'U12 sparse accessor of 3e8 elements',
    code: 'MODEL_TOO_COMPLEX',
    make: () =>
      withAccessor({
        componentType: 5126,
        count: 3e8,
        type: 'VEC3',
        sparse: {
          count: 1,
          indices: { bufferView: 0, componentType: 5125 },
          values: { bufferView: 0 },
        },
      }),
  },
  {
    name: 'U12 meshopt that unpacks to gigabytes',
    code: 'MODEL_TOO_COMPLEX',
    make: () =>
      glbWith({
        bufferViews: [
          {
            buffer: 0,
            byteLength: 36,
            extensions: {
              EXT_meshopt_compression: { buffer: 0, byteLength: 36, byteStride: 16, count: 2e8, mode: 'ATTRIBUTES' },
            },
          },
        ],
      }),
  },
  {
    name: 'U12 200,000 nodes inside each other',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbWith({ nodes: nestedNodes(200_000) }),
  },
  {
    name: 'U12 1,000 nodes inside each other',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbWith({ nodes: nestedNodes(1_000) }),
  },
  {
    name: 'U12 nodes in a circle',
    code: 'MODEL_DAMAGED',
    make: () => glbWith({ nodes: [{ mesh: 0 }, { children: [2] }, { children: [1] }] }),
  },
  {
    name: 'U12 300,000 nodes side by side',
    code: 'MODEL_TOO_COMPLEX',
    make: () => glbWith({ nodes: Array.from({ length: 300_000 }, () => ({ mesh: 0 })) }),
  },
  {
    name: 'U12 6,000 parts of a mesh',
    code: 'MODEL_TOO_COMPLEX',
    make: () =>
      glbWith({ meshes: [{ primitives: Array.from({ length: 6_000 }, () => ({ attributes: { POSITION: 0 } })) }] }),
  },
  {
    name: 'U12 5,000 parts over one list of 2,000,000 points',
    code: 'MODEL_TOO_COMPLEX',
    make: () => partsOverOneList(5_000, 2_000_000),
  },
  { name: 'U06 no geometry', code: 'MODEL_EMPTY', make: () => glbOf({ asset: { version: '2.0' }, scenes: [] }) },
  {
    name: 'U12 5,000 accessors over one view',
    code: 'MODEL_TOO_COMPLEX',
    make: () => sharedView(5_000),
  },
  { name: 'U06 part without corners', code: 'MODEL_DAMAGED', make: () => withPart({ attributes: { NORMAL: 0 } }) },
  { name: 'U06 part drawn in a way that there is not', code: 'MODEL_DAMAGED', make: () => withPart({ mode: 9 }) },
  {
    name: 'U06 extension that not even those may meet who need not know it',
    code: 'MODEL_EXTENSION_UNSUPPORTED',
    make: () => glbWith({ extensionsUsed: ['KHR_mesh_primitive_restart'] }),
  },
  {
    name: 'U12 one mesh of 3,000 triangles in 2,000 places',
    code: 'MODEL_TOO_COMPLEX',
    make: () =>
      glbWith({
        nodes: Array.from({ length: 2_000 }, () => ({ mesh: 0 })),
        accessors: [{ componentType: 5126, count: 9_000, type: 'VEC3' }],
      }),
  },
  {
    name: 'U12 one mesh of 3,000 triangles in 2,000 places by instancing',
    code: 'MODEL_TOO_COMPLEX',
    make: () => instanced(2_000, 9_000),
  },
  {
    name: 'U12 one mesh in 10,000,000 places by instancing',
    code: 'MODEL_TOO_COMPLEX',
    make: () => instanced(1e7, 3),
  },
  {
    name: 'U12 one point in 10,000,000 places by instancing',
    code: 'MODEL_TOO_COMPLEX',
    make: () => instanced(1e7, 1),
  },
  {
    name: 'U12 one strip of 4,000 triangles in 2,000 places',
    code: 'MODEL_TOO_COMPLEX',
    make: () =>
      glbWith({
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 5 }] }],
        nodes: Array.from({ length: 2_000 }, () => ({ mesh: 0 })),
        accessors: [{ componentType: 5126, count: 4_002, type: 'VEC3' }],
      }),
  },
  {
    name: 'U12 node with two parents',
    code: 'MODEL_DAMAGED',
    make: () => glbWith({ nodes: [{ children: [2] }, { children: [2] }, { mesh: 0 }] }),
  },
]
