import { KHRMaterialsPBRSpecularGlossiness } from '@gltf-transform/extensions'
import { meshopt } from '@gltf-transform/functions'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { makeGarment } from '@toile/testing/garments/garments'
import { glbOf } from '@toile/testing/hostile/hostile'
import { makeRigged } from '@toile/testing/garments/rigged'
import { guardModel } from '../guard/guard.js'
import { makeLevels } from './levels.js'
import { measureModel } from '../report/measure.js'
import { gltfIo } from './optimise.js'
import { openGlb } from '../package.js'

async function levelsOf(bytes: Uint8Array) {
  const model = openGlb(bytes)
  await guardModel(model)
  return makeLevels(model, { source: undefined, isOneFile: true, originalBytes: bytes.length, progress() {} })
}
const measure = async (bytes: Uint8Array) => measureModel(await (await gltfIo()).readBinary(new Uint8Array(bytes)))

await t.test('a large model gets a preview level of 2 to 12 % with the same size and colourways', async (t) => {
  const upload = await makeGarment({ segments: 96, textureSize: 640, colourways: ['ink', 'moss'] })
  const { preview, facts } = await levelsOf(upload)
  const share = preview!.length / upload.length
  t.ok(share > 0.02 && share < 0.12, `${share}`)
  const light = await measure(preview!)
  t.ok(light.triangles <= facts.triangles * 0.3, `${light.triangles} of ${facts.triangles}`)
  for (const side of ['widthMetres', 'heightMetres', 'depthMetres'] as const)
    t.ok(Math.abs(light[side] - facts[side]) < 1e-3, `${side}: ${light[side]} and ${facts[side]}`)
  t.same(light.colourways, facts.colourways)
  t.ok(light.textures.every(({ widthPx }) => widthPx <= 512))
})

await t.test('a rigged model is packed and simplified like other models, and keeps its size', async (t) => {
  const rig = { armatureScale: 0.01, isArmatureTurned: true, metresPerUnit: 0.01, puff: 0.5 }
  const { web, preview, facts } = await levelsOf(await makeRigged(rig, { segments: 96, textureSize: 640 }))
  t.ok(openGlb(web).json.extensionsUsed?.toString().includes('EXT_meshopt_compression'))
  for (const level of [web, preview!]) {
    const light = await measure(level)
    for (const side of ['widthMetres', 'heightMetres', 'depthMetres'] as const)
      t.ok(Math.abs(light[side] - facts[side]) < 2e-3, `${side}: ${light[side]} and ${facts[side]}`)
  }
})

await t.test('a small model gets no preview level', async (t) => {
  t.equal((await levelsOf(await makeGarment({ segments: 16, textureSize: 64 }))).preview, undefined)
})

await t.test(
  'a packed model gets an AR level: no decoders, few triangles, small textures, the same size',
  async (t) => {
    const io = await gltfIo()
    const document = await io.readBinary(
      new Uint8Array(await makeGarment({ segments: 164, textureSize: 1040, colourways: ['ink', 'moss'] })),
    )
    const lace = await sharp({ create: { width: 1040, height: 520, channels: 4, background: '#fff8' } })
      .png()
      .toBuffer()
    const texture = document.createTexture('lace').setImage(new Uint8Array(lace)).setMimeType('image/png')
    document.getRoot().listMaterials()[0]!.setAlphaMode('BLEND').setBaseColorTexture(texture)
    const { web, ar, facts } = await levelsOf(await io.writeBinary(document))
    t.ok(Buffer.from(web).includes('EXT_meshopt_compression') && facts.triangles > 100_000)
    t.notMatch(Buffer.from(ar!).toString('latin1'), /extensionsRequired|meshopt|webp|quantization|variants/)
    const made = await measure(ar!)
    t.ok(made.triangles <= 100_000 && made.triangles > 50_000, `${made.triangles} triangles`)
    t.same(made.textures.map(({ mimeType, widthPx }) => `${mimeType} ${widthPx}`).sort(), [
      'image/jpeg 1024',
      'image/png 1024',
    ])
    for (const side of ['widthMetres', 'heightMetres', 'depthMetres'] as const)
      t.ok(Math.abs(made[side] - facts[side]) < 1e-3, `${side}: ${made[side]} and ${facts[side]}`)
  },
)

await t.test('a .glb that is already packed better stays unchanged, byte for byte', async (t) => {
  const io = await gltfIo()
  const document = await io.readBinary(new Uint8Array(await makeGarment({ segments: 48, textureSize: 32 })))
  await document.transform(meshopt({ encoder: MeshoptEncoder, level: 'high', quantizePosition: 12 }))
  const upload = await io.writeBinary(document)
  const { web, facts } = await levelsOf(upload)
  t.ok(Buffer.from(web).equals(upload), `${web.length} of ${upload.length}`)
  t.equal(facts.triangles, 48 * 96 * 2)
})

await t.test('converts specular-glossiness materials and reports it', async (t) => {
  const io = await gltfIo()
  const document = await io.readBinary(new Uint8Array(await makeGarment({ segments: 16, textureSize: 32 })))
  const material = document.getRoot().listMaterials()[0]!
  const gloss = document.createExtension(KHRMaterialsPBRSpecularGlossiness).createPBRSpecularGlossiness()
  gloss.setDiffuseFactor([0.2, 0.4, 0.6, 1]).setGlossinessFactor(0.5)
  gloss.setDiffuseTexture(material.getBaseColorTexture()).setSpecularGlossinessTexture(material.getNormalTexture())
  material.setMetallicFactor(1).setRoughnessFactor(1).setExtension('KHR_materials_pbrSpecularGlossiness', gloss)
  const { web, facts } = await levelsOf(await io.writeBinary(document))
  const made = (await io.readBinary(new Uint8Array(web))).getRoot().listMaterials()[0]!
  t.equal(made.getExtension('KHR_materials_pbrSpecularGlossiness'), null)
  t.equal(made.getMetallicFactor(), 0)
  t.same(
    made.getBaseColorFactor().map((value) => Math.round(value * 10)),
    [2, 4, 6, 10],
  )
  t.ok(made.getBaseColorTexture() && made.getMetallicRoughnessTexture())
  t.same(facts.findings, [{ code: 'glossConverted', params: { count: 1 } }])
})

await t.test('leaves a single triangle unpacked, as packing would enlarge it', async (t) => {
  const corners = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
  const accessor = { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [accessor],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36 }],
  }
  const upload = glbOf(json, corners)
  const { web, ar } = await levelsOf(upload)
  t.ok(Buffer.from(web).equals(upload))
  t.equal(ar, undefined, 'and AR viewers read it as it is')
})
