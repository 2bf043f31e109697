import { Document, NodeIO } from '@gltf-transform/core'

/** A sheet of `side` x `side` squares, draped like a skirt. This small model is lit like a garment. */
export async function makeGarment(side = 24): Promise<Uint8Array> {
  const document = new Document()
  const buffer = document.createBuffer()
  const positions: number[] = []
  const indices: number[] = []
  for (let row = 0; row <= side; row++)
    for (let column = 0; column <= side; column++) {
      const [down, angle] = [row / side, (column / side) * Math.PI * 2]
      const radius = 0.15 + down * 0.25 + 0.04 * down * Math.cos(angle * 9)
      positions.push(Math.cos(angle) * radius, 0.8 - 0.8 * down, Math.sin(angle) * radius)
      if (row === side || column === side) continue
      const at = row * (side + 1) + column
      indices.push(at, at + 1, at + side + 1, at + 1, at + side + 2, at + side + 1)
    }
  const position = document.createAccessor().setType('VEC3').setArray(new Float32Array(positions)).setBuffer(buffer)
  const index = document.createAccessor().setArray(new Uint32Array(indices)).setBuffer(buffer)
  const material = document.createMaterial().setBaseColorFactor([0.45, 0.05, 0.12, 1]).setDoubleSided(true)
  const primitive = document.createPrimitive().setAttribute('POSITION', position).setIndices(index)
  const mesh = document.createMesh().addPrimitive(primitive.setMaterial(material.setRoughnessFactor(0.7)))
  document.createScene().addChild(document.createNode().setMesh(mesh))
  return await new NodeIO().writeBinary(document)
}

export function makeTriangle(edit: (json: Record<string, unknown>) => void): string {
  const positions = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
  const json: Record<string, unknown> = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${positions.toString('base64')}` }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ doubleSided: true }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  }
  edit(json)
  return JSON.stringify(json)
}
