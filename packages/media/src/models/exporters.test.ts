import { getBounds, WebIO, type Document } from '@gltf-transform/core'
import {
  ALL_EXTENSIONS,
  EXTTextureAVIF,
  KHRDracoMeshCompression,
  KHRNodeVisibility,
  KHRTextureBasisu,
} from '@gltf-transform/extensions'
import { weld } from '@gltf-transform/functions'
import sharp from 'sharp'
import { Value } from 'typebox/value'
import { ModelFacts } from '@toile/contracts/models/models'
import t from '@toile/testing/tap'
import { makeAsciiStl } from '@toile/testing/garments/convertible'
import { makeGarment } from '@toile/testing/garments/garments'
import { makeKtx2 } from '@toile/testing/files/ktx2'
import { makeRigged } from '@toile/testing/garments/rigged'
import { guardStl } from './foreign/guard-stl.js'
import { guardModel } from './guard/guard.js'
import { identifyBytes } from './identify.js'
import { listOf } from './json.js'
import { makeLevels } from './levels/levels.js'
import { measureModel } from './report/measure.js'
import { gltfIo } from './levels/optimise.js'
import type { ModelArchive } from './open.js'
import { openGlb, openGltf, type ModelPackage } from './package.js'

const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
const garment = () => makeGarment({ segments: 16, textureSize: 32 })
const read = async () => io.readBinary(new Uint8Array(await garment()))
const TRIANGLES = 16 * 32 * 2

async function levelsOf(model: ModelPackage, archive?: ModelArchive) {
  await guardModel(model)
  return makeLevels(model, {
    source: undefined,
    archive,
    isOneFile: !archive,
    originalBytes: model.bytes.length,
    progress() {},
  })
}

/** Counts the triangles that the web version shows in its default scene or, without one, in its first scene. */
async function shownOf(model: ModelPackage): Promise<number> {
  const { web } = await levelsOf(model)
  return measureModel(await (await gltfIo()).readBinary(new Uint8Array(web))).triangles
}

await t.test('a model may have several buffers', async (t) => {
  const document = await read()
  const second = document.createBuffer()
  document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getIndices()!.setBuffer(second)
  const { json, resources } = await io.writeJSON(document, { basename: 'dress' })
  t.equal(json.buffers!.length, 2)
  const files = new Map(Object.entries(resources))
  const bytes = Buffer.from(JSON.stringify(json))
  t.equal(await shownOf(openGltf(bytes, { files, find: (uri) => uri })), TRIANGLES)
})

await t.test('shows the first non-empty scene when no default scene is named', async (t) => {
  const document = await read()
  const filled = document.getRoot().listScenes()[0]!
  const [node] = filled.listChildren()
  document.createScene('the second').addChild(node!)
  filled.removeChild(node!)
  document.getRoot().setDefaultScene(null)
  const glb = await io.writeBinary(document)
  const model = openGlb(glb)
  t.equal(model.json.scene, undefined)
  t.equal(await shownOf(model), TRIANGLES)
})

await t.test('a mesh may be used with a skin and without one: each use is drawn', async (t) => {
  const document = await io.readBinary(new Uint8Array(await makeRigged({}, { segments: 16, textureSize: 32 })))
  const root = document.getRoot()
  const mesh = root
    .listNodes()
    .find((node) => node.getSkin())!
    .getMesh()
  for (const metres of [2, 4])
    root.listScenes()[0]!.addChild(document.createNode('still').setMesh(mesh).setTranslation([metres, 0, 0]))
  const { web, facts } = await levelsOf(openGlb(await io.writeBinary(document)))
  t.equal(facts.triangles, TRIANGLES * 3)
  t.equal((openGlb(web).json.meshes as unknown[]).length, 2, 'one for all without a skin')
  const uses = openGlb(web).json.nodes as { mesh?: number; skin?: number }[]
  const meshOf = (isSkinned: boolean) =>
    uses.find((use) => use.mesh !== undefined && (use.skin !== undefined) === isSkinned)!.mesh
  t.not(meshOf(true), meshOf(false), 'else three makes a skinned mesh without a skin of the second')
})

await t.test('a skin without matrices uses identity matrices', async (t) => {
  const document = await io.readBinary(
    new Uint8Array(await makeRigged({ liftMetres: 0.4 }, { segments: 32, textureSize: 32 })),
  )
  for (const node of document.getRoot().listNodes()) node.setTranslation([0, 0, 0])
  document.getRoot().listSkins()[0]!.setInverseBindMatrices(null)
  const model = openGlb(await io.writeBinary(document))
  await guardModel(model)
  const originalBytes = model.bytes.length
  const { web, facts } = await makeLevels(model, { source: undefined, isOneFile: true, originalBytes, progress() {} })
  t.equal(facts.heightMetres.toFixed(3), '1.100')
  const packed = openGlb(web)
  t.ok(packed.bytes.length < originalBytes / 2)
})

async function withDraco(method: 'edgebreaker' | 'sequential') {
  const draco = (await import('draco3dgltf')).default
  const writer = new WebIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() })
  const document = await read()
  await document.transform(weld())
  document
    .createExtension(KHRDracoMeshCompression)
    .setRequired(true)
    .setEncoderOptions({
      method: KHRDracoMeshCompression.EncoderMethod[method === 'sequential' ? 'SEQUENTIAL' : 'EDGEBREAKER'],
    })
  return Buffer.from(await writer.writeBinary(document))
}

for (const method of ['edgebreaker', 'sequential'] as const)
  await t.test(`geometry packed with Draco is unpacked (${method})`, async (t) => {
    const packed = await withDraco(method)
    t.equal(await shownOf(openGlb(packed)), TRIANGLES)
    const { web, facts } = await levelsOf(openGlb(packed))
    t.notMatch(openGlb(web).json.extensionsUsed, [/draco/])
    t.equal(facts.heightMetres.toFixed(2), '1.10')
  })

await t.test('U12 refuses a Draco stream that holds more than its accessors say, before unpacking it', async (t) => {
  const model = openGlb(await withDraco('edgebreaker'))
  const [primitive] = listOf(listOf(model.json, 'meshes')[0]!, 'primitives')
  listOf(model.json, 'accessors')[primitive!.indices as number]!.count = 3
  await t.rejects(guardModel(model), {
    code: 'MODEL_DAMAGED',
    params: { detail: 'packed data is larger than it says' },
  })
})

await t.test('hidden nodes are neither shown nor measured', async (t) => {
  const document = await read()
  const visibility = document.createExtension(KHRNodeVisibility).setRequired(true)
  const [shown] = document.getRoot().listNodes()
  const hidden = document.createNode().setMesh(shown!.getMesh()).setTranslation([0, 50, 0])
  hidden.setExtension('KHR_node_visibility', visibility.createVisibility().setVisible(false))
  document.getRoot().listScenes()[0]!.addChild(hidden)
  t.equal(await shownOf(openGlb(await io.writeBinary(document))), TRIANGLES)
})

for (const [format, mimeType, extend, pack] of [
  [
    'AVIF',
    'image/avif',
    (document: Document) => document.createExtension(EXTTextureAVIF),
    (png: Uint8Array) => sharp(png).avif().toBuffer(),
  ],
  [
    'KTX2',
    'image/ktx2',
    (document: Document) => document.createExtension(KHRTextureBasisu),
    (png: Uint8Array) => makeKtx2(png, 'ETC1S'),
  ],
] as const)
  await t.test(`a texture in ${format} that the model requires is shown`, async (t) => {
    const document = await read()
    const used = extend(document).setRequired(true)
    for (const texture of document.getRoot().listTextures())
      texture.setImage(new Uint8Array(await pack(texture.getImage()!))).setMimeType(mimeType)
    const model = openGlb(await io.writeBinary(document))
    t.same(model.json.extensionsRequired, [used.extensionName])
    const { web, facts, report } = await levelsOf(model)
    t.ok(facts.textures.every(({ mimeType }) => /png|webp/.test(mimeType)) && facts.textures.length === 2)
    t.notMatch(openGlb(web).json.extensionsUsed, [new RegExp(used.extensionName)])
    t.equal(report.errors, 0)
  })

for (const [version, name, z] of [
  [0, 'VRM', -0.3],
  [1, 'VRMC_vrm', 0.3],
] as const)
  await t.test(`an avatar of VRM ${version} is read as plain glTF, and shows its front`, async (t) => {
    const document = await read()
    document.getRoot().listNodes()[0]!.setTranslation([0, 0, 0.3])
    const { json, resources } = await io.writeJSON(document, { basename: 'avatar' })
    Object.assign(json, {
      extensionsUsed: [...(json.extensionsUsed ?? []), name],
      extensions: { [name]: { humanoid: {} } },
    })
    const bytes = Buffer.from(JSON.stringify(json))
    const { web, facts, report } = await levelsOf(
      openGltf(bytes, { files: new Map(Object.entries(resources)), find: (uri) => uri }),
    )
    const { min, max } = getBounds((await (await gltfIo()).readBinary(new Uint8Array(web))).getRoot().listScenes()[0]!)
    t.equal(((min[2] + max[2]) / 2).toFixed(1), z.toFixed(1))
    t.equal(report.errors, 0)
    t.match(facts, { triangles: TRIANGLES, findings: [{ code: 'avatarStandsStill' }] })
  })

await t.test('accepts an unknown extension that is not required', async (t) => {
  const glb = await io.writeJSON(await read(), { basename: 'dress' })
  const { json, resources } = glb
  const ktx = new Uint8Array([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a])
  json.images!.push({ uri: 'weave.ktx2' })
  for (const texture of json.textures!) texture.extensions = { KHR_texture_basisu: { source: json.images!.length - 1 } }
  json.extensionsUsed = [...(json.extensionsUsed ?? []), 'KHR_texture_basisu']
  const files = new Map<string, Uint8Array>([...Object.entries(resources), ['weave.ktx2', ktx]])
  const model = openGltf(Buffer.from(JSON.stringify(json)), { files, find: (uri) => uri })
  const { facts } = await levelsOf(model)
  t.equal(facts.textures.length, 2)
  t.notMatch(facts.findings, [{ code: 'texturesUnreadable' }])
})

await t.test('reports a missing picture by name, and shows the model without it', async (t) => {
  const { json, resources } = await io.writeJSON(await read(), { basename: 'dress' })
  const files = new Map(Object.entries(resources))
  files.delete(json.images![0]!.uri!)
  const model = openGltf(Buffer.from(JSON.stringify(json)), {
    files,
    find: (uri) => (files.has(uri) ? uri : undefined),
  })
  const { facts } = await levelsOf(model)
  t.equal(facts.textures.length, 1)
  t.match(facts.findings, [{ code: 'texturesMissing', params: { names: 'weave', count: 1 } }])
})

await t.test('lists a hundred missing pictures at most, because a model of an archive may lack hundreds', async (t) => {
  const { json, resources } = await io.writeJSON(await read(), { basename: 'dress' })
  const { uri: _, ...image } = json.images![0]!
  json.images!.push(...Array.from({ length: 120 }, (__, i) => ({ ...image, name: `p${i}`, uri: `p${i}.png` })))
  const files = new Map(Object.entries(resources))
  const find = (uri: string) => (files.has(uri) ? uri : undefined)
  const model = openGltf(Buffer.from(JSON.stringify(json)), { files, find })
  const { facts } = await levelsOf(model, { model: 'dress.gltf', otherModels: [], leftAside: [], leftAsideCount: 0 })
  t.equal(facts.source!.missingTextures.length, 100)
  t.ok(Value.Check(ModelFacts, facts))
})

await t.test('glTF 1.0 is refused by its version', async (t) => {
  const refusal = { code: 'MODEL_VERSION_UNSUPPORTED', params: { format: 'glTF', version: '1.0' } }
  const json = { asset: { version: '1.0' }, buffers: { binary: { uri: 'dress.bin' } } }
  t.throws(() => openGltf(Buffer.from(JSON.stringify(json))), refusal)
  const glb = Buffer.from(await garment())
  glb.writeUInt32LE(1, 4)
  t.throws(() => openGlb(glb), refusal)
})

await t.test('the JSON of a .glb may be padded with zeros', async (t) => {
  const glb = new Uint8Array(await garment())
  const end = 20 + new DataView(glb.buffer, glb.byteOffset).getUint32(12, true)
  const longer = new Uint8Array(glb.length + 4)
  longer.set(glb.subarray(0, end))
  longer.set(glb.subarray(end), end + 4)
  const view = new DataView(longer.buffer)
  view.setUint32(8, longer.length, true)
  view.setUint32(12, end + 4 - 20, true)
  t.equal(longer[end], 0)
  t.equal(await shownOf(openGlb(longer)), TRIANGLES)
})

await t.test('recognizes a text .stl in upper and lower case, whatever its name', async (t) => {
  const text = makeAsciiStl().toString()
  const named = (name: string) => text.replace(/^(end)?solid.*$/gm, `$1solid ${name}`)
  for (const each of [named('skirt_solid'), named('solid facet'), text.toUpperCase(), named('')]) {
    const bytes = Buffer.from(each)
    t.equal(identifyBytes(bytes, bytes.length), 'stl', each.slice(0, 20))
    t.doesNotThrow(() => guardStl(bytes), each.slice(0, 20))
  }
  const cut = Buffer.from(named('skirt_solid').slice(0, -500))
  t.throws(() => guardStl(cut), { code: 'MODEL_DAMAGED' })
})
