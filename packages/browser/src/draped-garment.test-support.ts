import { NodeIO } from '@gltf-transform/core'
import { makeGarment } from './garment.test-support.js'

interface Gltf {
  extensionsUsed?: string[]
  extensions?: object
  materials: object[]
  meshes: { primitives: { extensions?: object }[] }[]
  nodes: object[]
  scenes: { nodes: number[] }[]
  animations?: object[]
  accessors: object[]
  bufferViews: object[]
  buffers: { uri?: string; byteLength: number }[]
}

const dataUri = (bytes: Uint8Array) => `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`

/**
 * The draped skirt as .gltf, with a board that casts a shadow on the skirt. The file has a colourway `Sea` and a clip
 * of 1 s in which the skirt shrinks to half its size.
 */
export async function makeDrapedGarment(): Promise<string> {
  const io = new NodeIO()
  const { json, resources } = await io.writeJSON(await io.readBinary(await makeGarment()))
  const gltf = json as unknown as Gltf
  const [cloth] = Object.values(resources)
  gltf.buffers[0]!.uri = dataUri(cloth!)

  const [low, high] = [[-0.55, 1, 0.3], [-0.1, 1, 0.8]] as const // oxfmt-ignore
  const [a, b] = [[high[0], 1, low[2]], [low[0], 1, high[2]]] as const // oxfmt-ignore
  const board = [low, a, high, low, high, b].flat()
  const [moments, sizes] = [[0, 1], [1, 1, 1, 0.5, 0.5, 0.5]] // oxfmt-ignore
  const own = new Float32Array([...board, ...moments!, ...sizes!])
  const buffer = gltf.buffers.push({ uri: dataUri(new Uint8Array(own.buffer)), byteLength: own.byteLength }) - 1
  const accessor = (from: number, count: number, type: string, numbers: number, range: object) => {
    const bufferView = gltf.bufferViews.push({ buffer, byteOffset: from * 4, byteLength: count * numbers * 4 }) - 1
    return gltf.accessors.push({ bufferView, componentType: 5126, count, type, ...range }) - 1
  }
  const corners = accessor(0, 6, 'VEC3', 3, { min: low, max: high })
  const input = accessor(18, 2, 'SCALAR', 1, { min: [0], max: [1] })
  const output = accessor(20, 2, 'VEC3', 3, {})

  const sea = gltf.materials.push({
    doubleSided: true,
    pbrMetallicRoughness: { baseColorFactor: [0.02, 0.2, 0.5, 1], metallicFactor: 0 },
  })
  const white = gltf.materials.push({ doubleSided: true, pbrMetallicRoughness: { metallicFactor: 0 } })
  gltf.meshes[0]!.primitives[0]!.extensions = {
    KHR_materials_variants: { mappings: [{ material: sea - 1, variants: [0] }] },
  }
  gltf.extensions = { KHR_materials_variants: { variants: [{ name: 'Sea' }] } }
  gltf.extensionsUsed = ['KHR_materials_variants']
  const primitive = { attributes: { POSITION: corners }, material: white - 1 }
  const mesh = gltf.meshes.push({ primitives: [primitive] } as never) - 1
  gltf.scenes[0]!.nodes.push(gltf.nodes.push({ mesh }) - 1)
  gltf.animations = [{ samplers: [{ input, output }], channels: [{ sampler: 0, target: { node: 0, path: 'scale' } }] }]
  return JSON.stringify(gltf)
}

export function pointsOnStage(json: string): Float32Array {
  const gltf = JSON.parse(json) as {
    meshes: { primitives: { attributes: { POSITION: number } }[] }[]
    accessors: { bufferView: number; byteOffset?: number; count: number }[]
    bufferViews: { buffer: number; byteOffset?: number; byteStride?: number }[]
    buffers: { uri: string }[]
  }
  const points = gltf.meshes.flatMap(({ primitives }) => {
    const { bufferView, byteOffset = 0, count } = gltf.accessors[primitives[0]!.attributes.POSITION]!
    const view = gltf.bufferViews[bufferView]!
    const bytes = Buffer.from(gltf.buffers[view.buffer]!.uri.split(',')[1]!, 'base64')
    const at = (i: number, axis: number) =>
      bytes.readFloatLE((view.byteOffset ?? 0) + byteOffset + i * (view.byteStride ?? 12) + axis * 4)
    return Array.from({ length: count }, (_, i) => [at(i, 0), at(i, 1), at(i, 2)] as const)
  })
  const [low, high] = [Math.min, Math.max].map((pick) => [0, 1, 2].map((axis) => pick(...points.map((p) => p[axis]!))))
  const scale = 1 / Math.max(...high!.map((top, axis) => top - low![axis]!))
  const origin = [(low![0]! + high![0]!) / 2, low![1]!, (low![2]! + high![2]!) / 2]
  return Float32Array.from(points.flatMap((point) => point.map((value, axis) => (value - origin[axis]!) * scale)))
}
