import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { makeObj } from './foreign-garments.js'
import { makeGarment } from './garments.js'
import { hugePng } from './hostile-pictures.js'
import { zipOf } from './zips.js'

// Garments with the faults that stylists' exports really have.

const io = new WebIO().registerExtensions(ALL_EXTENSIONS)

async function changed(segments: number, change: (document: Awaited<ReturnType<typeof io.readBinary>>) => void) {
  const document = await io.readBinary(new Uint8Array(await makeGarment({ segments, textureSize: 32 })))
  change(document)
  return Buffer.from(await io.writeBinary(document))
}

/** A dress of 110 m: exported in centimetres, without UVs, and shaded from the wrong side. */
export function makeWrongExport(): Promise<Buffer> {
  return changed(32, (document) => {
    const root = document.getRoot()
    root.listNodes()[0]!.setScale([100, 100, 100])
    const part = root.listMeshes()[0]!.listPrimitives()[0]!
    part.setAttribute('TEXCOORD_0', null)
    const normal = part.getAttribute('NORMAL')!
    normal.setArray((normal.getArray() as Float32Array<ArrayBuffer>).map((value) => -value))
  })
}

/** 230,400 triangles, a texture of 8192 px, and cloth that is metal. */
export function makeHeavyExport(): Promise<Buffer> {
  return changed(240, (document) => {
    const root = document.getRoot()
    root.listTextures()[0]!.setImage(new Uint8Array(hugePng(8192)))
    root.listMaterials()[0]!.setMetallicFactor(1)
  })
}

/** An .obj in centimetres whose fabric was not packed with it. */
export function makePoorObjZip(): Promise<Buffer> {
  const material = 'newmtl Cloth\nKd 0.8 0.8 0.8\nmap_Kd textures/silk.png\n'
  return zipOf({ 'dress.obj': makeObj({ metres: 0.01, materials: 'dress.mtl' }), 'dress.mtl': Buffer.from(material) })
}
