import { corners, glbOf, type Json } from './hostile.js'

/** Deterministic numbers from 0 to 1. */
function randomFloats(count: number): Buffer {
  const bytes = Buffer.alloc(count * 4)
  let state = 1
  for (let i = 0; i < count; i++) {
    state = (state * 1664525 + 1013904223) >>> 0
    bytes.writeFloatLE(state / 2 ** 32, i * 4)
  }
  return bytes
}

const list = (index: number, count = 3, type = 'VEC3'): Json => ({
  bufferView: 0,
  byteOffset: index * 36,
  componentType: 5126,
  count,
  type,
})
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

function glb(json: Json, bytes: Buffer): Buffer {
  const byteLength = bytes.length
  const scenes = [{ nodes: (json.nodes as Json[]).map((_, i) => i) }]
  const buffer = { bufferViews: [{ buffer: 0, byteLength }], buffers: [{ byteLength }] }
  return glbOf({ asset: { version: '2.0' }, scene: 0, scenes, ...buffer, ...json }, bytes)
}

export const manyNodes = (count: number) =>
  glb(
    {
      nodes: times(count, (i) => ({ mesh: 0, translation: [i, 0, 0] })),
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [list(0)],
    },
    corners,
  )

/** `count` triangles as separate parts. Each part has `lists` attributes, each with its own accessor. */
export function manyParts(count: number, lists: number): Buffer {
  const attributes = (part: number) =>
    Object.fromEntries(times(lists, (i) => [i === 0 ? 'POSITION' : `_LIST_${i}`, part * lists + i]))
  return glb(
    {
      nodes: times(count, (mesh) => ({ mesh })),
      meshes: times(count, (part) => ({ primitives: [{ attributes: attributes(part) }] })),
      accessors: times(count * lists, (i) => list(i)),
    },
    randomFloats(count * lists * 9),
  )
}

/** Clips of 1,000 tracks each for the same 300 nodes. Each track has its own accessors for times and values. */
export const manyTracks = (clips: number) =>
  glb(
    {
      nodes: times(300, () => ({ mesh: 0 })),
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [list(0), ...times(clips * 2000, (i) => list(i + 1, i % 2 ? 2 : 1, i % 2 ? 'VEC3' : 'SCALAR'))],
      animations: times(clips, (clip) => ({
        samplers: times(1000, (i) => {
          const input = 1 + (clip * 1000 + i) * 2
          return { input, output: input + 1 }
        }),
        channels: times(1000, (i) => ({
          sampler: i,
          target: { node: i % 300, path: ['translation', 'scale', 'weights', 'rotation'][Math.floor(i / 300)] },
        })),
      })),
    },
    randomFloats((clips * 2000 + 1) * 9),
  )

export const partsOverOneList = (parts: number, points: number) =>
  glbOf({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: times(parts, () => ({ attributes: { POSITION: 0 }, indices: 1 })) }],
    accessors: [
      { componentType: 5126, count: points, type: 'VEC3' },
      { bufferView: 0, componentType: 5125, count: 3, type: 'SCALAR' },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36 }],
  })

/** `count` nodes that each show one triangle. They share one skin, and the skin's joints form chains of 200. */
export function manyOnOneSkin(count: number, joints: number): Buffer {
  const chain = (i: number) => ((i + 1) % 200 && i + 1 < joints ? { children: [count + i + 1] } : {})
  return glbOf(
    {
      asset: { version: '2.0' },
      scenes: [{ nodes: [...times(count, (i) => i), ...times(Math.ceil(joints / 200), (i) => count + i * 200)] }],
      nodes: [...times(count, () => ({ mesh: 0, skin: 0 })), ...times(joints, chain)],
      skins: [{ joints: times(joints, (i) => count + i) }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }] }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
        { componentType: 5123, count: 3, type: 'VEC4' },
        { componentType: 5126, count: 3, type: 'VEC4' },
      ],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36 }],
    },
    Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 1]).buffer),
  )
}
