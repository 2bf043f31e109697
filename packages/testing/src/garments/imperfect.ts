import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { makeObj } from './convertible.js'
import { makeGarment, type GarmentOptions } from './garments.js'
import { zipOf } from '../files/zips.js'

// The models of this file have faults that occur in real exports.

const io = new WebIO().registerExtensions(ALL_EXTENSIONS)

async function changed(options: GarmentOptions, change: (document: Awaited<ReturnType<typeof io.readBinary>>) => void) {
  const document = await io.readBinary(new Uint8Array(await makeGarment({ textureSize: 32, ...options })))
  change(document)
  return Buffer.from(await io.writeBinary(document))
}

/** A dress that is 110 m tall, because it was exported in centimetres. It has no UVs, and its normals are inverted. */
export function makeWrongExport(options: GarmentOptions = {}): Promise<Buffer> {
  return changed({ segments: 32, ...options }, (document) => {
    const root = document.getRoot()
    root.listNodes()[0]!.setScale([100, 100, 100])
    const part = root.listMeshes()[0]!.listPrimitives()[0]!
    part.setAttribute('TEXCOORD_0', null)
    const normal = part.getAttribute('NORMAL')!
    normal.setArray((normal.getArray() as Float32Array<ArrayBuffer>).map((value) => -value))
  })
}

export function makePoorObjZip(): Promise<Buffer> {
  const material = 'newmtl Cloth\nKd 0.8 0.8 0.8\nmap_Kd textures/silk.png\n'
  return zipOf({ 'dress.obj': makeObj({ metres: 0.01, materials: 'dress.mtl' }), 'dress.mtl': Buffer.from(material) })
}

/** A dress of 61 parts, which is one part more than phones draw smoothly. */
export function makeManyParts(): Promise<Buffer> {
  return changed({ segments: 4 }, (document) => {
    const root = document.getRoot()
    const whole = root.listMeshes()[0]!.listPrimitives()[0]!
    // Each part has a material of its own, because the optimiser joins parts with the same material.
    for (let i = 1; i <= 60; i++) {
      const name = `Button ${i}`
      const material = document
        .createMaterial(name)
        .setMetallicFactor(0)
        .setBaseColorFactor([i / 60, 0, 0, 1])
      const part = whole.clone().setMaterial(material)
      root.listScenes()[0]!.addChild(document.createNode(name).setMesh(document.createMesh(name).addPrimitive(part)))
    }
  })
}
