import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import t from '@toile/testing/tap'
import { makeGarment } from '@toile/testing/garments'
import { makeRigged, type RigOptions } from '@toile/testing/rigged'
import { boundsOf } from './bounds.js'
import { findingsOf } from './findings.js'
import { measureModel } from './measure.js'

const options = { segments: 16, textureSize: 32 }
const read = async (glb: Buffer) => new WebIO().registerExtensions(ALL_EXTENSIONS).readBinary(new Uint8Array(glb))
const rigged = async (rig: RigOptions) => read(await makeRigged(rig, options))
type Read = Awaited<ReturnType<typeof read>>
const cornersOf = (document: Read) => {
  const { min, max } = boundsOf(document.getRoot().getDefaultScene()!)
  return [...min, ...max].map((metres) => Number(metres.toFixed(4)))
}
const sizeOf = (document: Read) => {
  const { widthMetres, heightMetres, depthMetres } = measureModel(document)
  return [widthMetres, heightMetres, depthMetres].map((metres) => Number(metres.toFixed(4)))
}

await t.test('a rigged garment stands where its joints put it, whatever its armature and its unit', async (t) => {
  const plain = await read(await makeGarment(options))
  const rigs: RigOptions[] = [1, 0.01, 100].flatMap((armatureScale) =>
    [false, true].flatMap((isArmatureTurned) =>
      [1, 0.01].map((metresPerUnit) => ({ armatureScale, isArmatureTurned, metresPerUnit })),
    ),
  )
  for (const rig of rigs) {
    const document = await rigged(rig)
    t.same(cornersOf(document), cornersOf(plain), JSON.stringify(rig))
    t.same(sizeOf(document), sizeOf(plain), JSON.stringify(rig))
    t.same(findingsOf(document, undefined), [], JSON.stringify(rig))
  }
})

await t.test('it is as large as it is posed, and as its morph targets have it by default', async (t) => {
  const [width, , depth] = sizeOf(await rigged({}))
  const [, lifted] = sizeOf(await rigged({ liftMetres: 0.4, armatureScale: 0.01 }))
  t.equal(lifted, 1.5)
  const puffed = sizeOf(await rigged({ puff: 0.5, metresPerUnit: 0.01 }))
  t.same(
    puffed,
    [width! * 1.5, 1.1, depth! * 1.5].map((metres) => Number(metres.toFixed(4))),
  )
  const document = await rigged({ puff: 0.5 })
  const node = document
    .getRoot()
    .listNodes()
    .find((each) => each.getMesh())!
  t.same(sizeOf(document), puffed)
  node.setWeights([0])
  t.same(sizeOf(document), [width, 1.1, depth], 'a node decides over its mesh')
})
