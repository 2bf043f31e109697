import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import iconv from 'iconv-lite'
import t from '@toile/testing/tap'
import { convertToGlb } from '@toile/browser/convert-to-glb'
import { sharedBrowser } from '@toile/browser/shared.test-support'
import type { ModelSource } from '@toile/contracts/models/models'
import { guardForeign, writeForeign } from '@toile/media/models/foreign/foreign'
import { partFile } from '@toile/media/models/foreign/part-file'
import { guardModel } from '@toile/media/models/guard/guard'
import { identifyModel } from '@toile/media/models/identify'
import { listOf, objectOf } from '@toile/media/models/json'
import { makeLevels } from '@toile/media/models/levels/levels'
import { openModel } from '@toile/media/models/open'
import { openGlb } from '@toile/media/models/package'
import { pictureReader } from '@toile/media/models/textures/pictures'
import { bytesOfView } from '@toile/media/models/views'
import { findFfmpeg } from '@toile/media/videos/executable'
import { makeAsciiFbx, makeFbx, makeRiggedFbx } from '@toile/testing/garments/fbx-garment'
import {
  foreignTriangles,
  makeAsciiStl,
  makeBinaryStl,
  makeDae,
  makeDaeZip,
  makeObj,
  makeObjZip,
  makePly,
  makeTexturedDae,
  grey,
  makeUsdcUsdz,
  makeUsdz,
} from '@toile/testing/garments/convertible'

import { weavePng } from '@toile/testing/garments/garments'
import { halvesPng, sideColours, tgaOf } from '@toile/testing/files/pictures'
import { zipByHand } from '@toile/testing/hostile/zip-by-hand'
import { zipOf } from '@toile/testing/files/zips'

const readPicture = pictureReader(findFfmpeg(process.env['FFMPEG_PATH'])!.ffmpeg)
process.chdir(t.testdir())

/** Prepares a model in this process; prepare.test.ts and report.test.ts cover the child process. */
async function prepare(bytes: Buffer) {
  const workDir = await mkdtemp(path.join(tmpdir(), 'toile-formats-'))
  t.teardown(() => rm(workDir, { recursive: true, force: true }))
  const file = path.join(workDir, 'original')
  await writeFile(file, bytes)
  const opened = await open(file)
  const format = await identifyModel(file)
  const { model, archive } = await openModel(opened.fd, format, 'upload.zip').finally(() => opened.close())
  if (!('format' in model)) throw new Error('glTF is not converted')
  const guarded = await guardForeign(model, readPicture)
  const { names, ...written } = await writeForeign(guarded, workDir)
  const files = names.map((name, index) => ({ name, path: path.join(workDir, partFile(index)) }))
  const outPath = path.join(workDir, 'converted.glb')
  const source = await convertToGlb(await sharedBrowser(), {
    ...written,
    files,
    outPath,
    timeoutMs: 60_000,
  })
  const glb = await readFile(outPath)
  const converted = openGlb(glb)
  await guardModel(converted)
  const options = {
    source,
    archive,
    textures: guarded.textures,
    isOneFile: true,
    originalBytes: bytes.length,
    progress() {},
  }
  return { glb, ...(await makeLevels(converted, options)) }
}

/** Prepared models by the function that makes the file. Tests with the same file share one conversion. */
const prepared = new Map<unknown, ReturnType<typeof prepare>>()
async function preparedOf(make: () => Buffer | Promise<Buffer>): ReturnType<typeof prepare> {
  const there = prepared.get(make) ?? Promise.resolve(make()).then(prepare)
  prepared.set(make, there)
  return there
}
const skinnedFbx = () => makeFbx()
const textFbx = () => makeAsciiFbx()

const fbxSource: Partial<ModelSource> = {
  ...{ format: 'fbx', upAxis: 'z', upFrom: 'file', unitFrom: 'file' },
  missingTextures: ['Silk.png'],
}

/** Imitates another program's text FBX: space indents, CRLF, a name with braces and a comma, a comment with FBX. */
const otherHand = (fbx: Buffer) =>
  Buffer.from(
    fbx
      .toString()
      .replaceAll('\t', '  ')
      .replace('Model::Dress', 'Model::Dress, {long}')
      .replace(/; -+/, '; Made by FBX')
      .replaceAll('\n', '\r\n'),
  )

const files: [string, () => Buffer | Promise<Buffer>, Partial<ModelSource>][] = [
  ['an .obj in centimetres', () => makeObj({ metres: 0.01 }), { format: 'obj', unitFrom: 'size', metresPerUnit: 0.01 }],
  [
    'an .obj with materials in a .zip',
    makeObjZip,
    { format: 'obj', upAxis: 'y', missingTextures: ['relief.png'], largestTexturePx: 32 },
  ],
  ['a binary .stl', makeBinaryStl, { format: 'stl', upAxis: 'z', metresPerUnit: 0.001, normalsMade: true }],
  ['an .stl in text', makeAsciiStl, { format: 'stl', upAxis: 'z', upFrom: 'shape', normalsMade: true }],
  ['a binary .ply', () => makePly('binary_little_endian'), { format: 'ply', upAxis: 'z', metresPerUnit: 1 }],
  ['a .ply in text', () => makePly('ascii'), { format: 'ply', upAxis: 'z', unitFrom: 'size' }],
  ['a .dae in inches', () => makeDae(), { format: 'dae', upAxis: 'z', metresPerUnit: 0.0254, unitFrom: 'file' }],
  ['a .usdz in centimetres', () => makeUsdz(), { format: 'usdz', upAxis: 'y', metresPerUnit: 0.01, unitFrom: 'file' }],
  ['a .usdz with a binary scene', makeUsdcUsdz, { format: 'usdz', upAxis: 'y', metresPerUnit: 0.01, unitFrom: 'file' }],
  ['a skinned, animated .fbx', skinnedFbx, fbxSource],
  ['the same .fbx in text', textFbx, fbxSource],
  [
    'an .fbx whose one node is a turned, scaled armature',
    () => makeRiggedFbx({ armatureScale: 0.01, isArmatureTurned: true, isAlone: true }),
    { ...fbxSource, metresPerUnit: (1 + 1e-12) / 100, missingTextures: [] },
  ],
  ['an .fbx in text of another hand', () => otherHand(makeAsciiFbx()), fbxSource],
]
for (const [name, make, source] of files)
  await t.test(`${name} stands upright, 1.1 m high`, async (t) => {
    const { facts, report, web } = await preparedOf(make)
    t.match(facts.source, source)
    t.ok(Math.abs(facts.heightMetres - 1.1) < 2e-3, `${facts.heightMetres} m`)
    t.ok(facts.depthMetres < facts.widthMetres)
    // The outermost rings, at the neck and the hem, are closed. Readers must keep all triangles of these rings too.
    t.equal(facts.triangles, foreignTriangles)
    t.equal(report.errors, 0, JSON.stringify(report.messages.filter(({ severity }) => severity === 0).slice(0, 3)))
    t.ok(web.length > 0)
  })

for (const [name, make] of [
  ['makeFbx', skinnedFbx],
  ['makeAsciiFbx', textFbx],
] as const)
  await t.test(`an .fbx keeps its bone and its animation, ${name}`, async (t) => {
    const { facts, web } = await preparedOf(make)
    t.match(facts.animations, [{ name: /Swing/, durationSeconds: 1 }])
    t.match(Buffer.from(web).toString('latin1'), /"skins":\[/)
  })

await t.test('trusts the unit of an .fbx, and asks about it if nobody could wear the result', async (t) => {
  const { facts } = await prepare(makeFbx({ centimetres: 0.01 }))
  t.match(facts.source, { unitFrom: 'file' })
  t.ok(Math.abs(facts.heightMetres - 0.011) < 2e-5)
  t.match(
    facts.findings?.filter(({ code }) => code === 'wrongScale'),
    [{ params: { sizeCm: 1.1, likelyCm: 110 } }],
  )
})

await t.test('an .fbx with an unreadable animation is converted without it, and the report says so', async (t) => {
  const fbx = makeFbx().toString('latin1').replace('R\0\x01AnimCurveNode', 'v\0\x01AnimCurveNode')
  const { facts } = await prepare(Buffer.from(fbx, 'latin1'))
  t.match(facts, { triangles: foreignTriangles, animations: { length: 0 }, source: { lostAnimations: true } })
  t.ok(facts.findings?.some(({ code }) => code === 'animationsLost'))
})

await t.test('an .obj with colours for only some points is converted without an error', async (t) => {
  const obj = 'v 0 0 0 1 0 0\nv 1 0 0\nv 1 1 0 0 1 0\nv 0 1 0\nf 1 2 3 4\n'
  const { facts, report } = await prepare(Buffer.from(obj))
  t.equal(report.errors, 0, JSON.stringify(report.messages[0]))
  t.equal(facts.triangles, 2)
})

await t.test('a .ply shows the texture that it names', async (t) => {
  const ply = Buffer.from(`ply
format ascii 1.0
comment TextureFile Silk.png
element vertex 4
property float x
property float y
property float z
property float s
property float t
element face 1
property list uchar int vertex_indices
end_header
0 0 0 0 0
1 0 0 1 0
1 0 1 1 1
0 0 1 0 1
4 0 1 2 3
`)
  const { facts } = await prepare(
    await zipOf({ 'dress.ply': ply, 'maps/silk.png': await weavePng(32, 1, () => [9, 9, 9]) }),
  )
  t.match(facts, { triangles: 2, source: { missingTextures: [] }, textures: [{ widthPx: 32 }] })
  t.equal(
    facts.findings?.find(({ code }) => code === 'filesLeftAside'),
    undefined,
  )
})

for (const link of ['Maya|baseColor', '3dsMax|Parameters|base_color_map'])
  await t.test(`a texture that an .fbx links as ${link} is its colour`, async (t) => {
    for (const make of [makeFbx, makeAsciiFbx]) {
      const { facts } = await prepare(make({ link, embedded: tgaOf(16) }))
      t.match(facts.textures, [{ widthPx: 16 }])
    }
  })

/** RGBA colours of the left and the right half of a model's only texture. */
function sidesOf(web: Uint8Array): Promise<number[][]> {
  const model = openGlb(web)
  const [image] = listOf(model.json, 'images')
  return sideColours(bytesOfView(model, image!.bufferView as number))
}

await t.test('the opacity map of an .obj becomes the alpha of its colour; a bump map is reported', async (t) => {
  const { web, facts } = await prepare(
    await zipOf({
      'dress.obj': makeObj({ materials: 'dress.mtl' }),
      'dress.mtl': Buffer.from('newmtl Cloth\nKd 1 1 1\nmap_Kd red.png\nmap_d holes.png\nmap_Bump relief.png\n'),
      'red.png': await halvesPng(64, [200, 30, 40], [200, 30, 40]),
      'holes.png': await halvesPng(32),
      'relief.png': await halvesPng(32),
    }),
  )
  const [left, right] = await sidesOf(web)
  t.equal(left![3], 0)
  t.equal(right![3], 255)
  for (const [channel, value] of [200, 30, 40].entries()) t.ok(Math.abs(right![channel]! - value) < 8)
  t.match(listOf(openGlb(web).json, 'materials'), [{ alphaMode: 'MASK' }])
  const codes = facts.findings?.map(({ code }) => code)
  t.notOk(codes?.includes('opacityMapLost'))
  t.ok(codes?.includes('bumpMapLost'))
})

for (const [program, link, left, right] of [
  ['3ds Max', 'TransparentColor', 0, 255],
  ['3ds Max', '3dsMax|Parameters|cutout_map', 0, 255],
  ['Maya', 'TransparentColor', 255, 0],
] as const)
  await t.test(`an opacity map that ${program} links as ${link} is the alpha of the colour`, async (t) => {
    for (const make of [makeFbx, makeAsciiFbx]) {
      const { web } = await prepare(make({ program, link, embedded: await halvesPng(32) }))
      const alphas = (await sidesOf(web)).map(([, , , alpha]) => alpha)
      t.same(alphas, [left, right])
    }
  })

for (const [opaque, left, right] of [
  ['RGB_ONE', 0, 255],
  ['RGB_ZERO', 255, 0],
] as const)
  await t.test(`an opacity map that a .dae calls ${opaque} is the alpha of the colour`, async (t) => {
    const transparent = `<diffuse><color>1 0 0 1</color></diffuse>
      <transparent opaque="${opaque}"><texture texture="t" texcoord="UV"/></transparent>`
    const dae = makeTexturedDae()
      .toString()
      .replace(/<diffuse>.*<\/diffuse>/, transparent)
    const zip = await zipOf({ 'dress.dae': Buffer.from(dae), 'maps/Silk.png': await halvesPng(32) })
    // This checks the converted model. Its levels drop the texture, because the model has no texture coordinates.
    const { glb } = await prepare(zip)
    t.same(
      (await sidesOf(glb)).map(([, , , alpha]) => alpha),
      [left, right],
    )
  })

for (const [program, link] of [
  ['another program', 'TransparentColor'],
  ['Maya', 'Maya|opacity'],
] as const)
  await t.test(`an opacity map that ${program} links as ${link} is left out and reported`, async (t) => {
    const { facts } = await prepare(makeFbx({ program, link, embedded: await halvesPng(32) }))
    t.equal(facts.textures.length, 0)
    t.match(
      facts.findings?.filter(({ code }) => code === 'opacityMapLost'),
      { length: 1 },
    )
  })

await t.test('converts an .fbx with one layer without values and another without indices', async (t) => {
  const { facts, web } = await prepare(makeFbx({ hasPoorLayers: true }))
  t.match(facts, { triangles: foreignTriangles, source: { normalsMade: true } })
  const [primitive] = listOf(listOf(openGlb(web).json, 'meshes')[0]!, 'primitives')
  t.hasProps(objectOf(primitive!, 'attributes'), ['NORMAL', 'COLOR_0'])
})

await t.test('an .fbx in a .zip finds its texture by name, whatever folder it names', async (t) => {
  const silk = await weavePng(32, 1, (height) => [255 * height, 0, 0])
  const { facts } = await prepare(await zipOf({ 'dress.fbx': makeFbx(), 'maps/Silk.png': silk }))
  t.match(facts.source, { format: 'fbx', missingTextures: [] })
  t.match(facts.textures, [{ widthPx: 32 }])
})

await t.test('a .dae in a .zip finds its texture', async (t) => {
  const { facts } = await prepare(await makeDaeZip())
  t.match(facts.source, { format: 'dae', missingTextures: [] })
  t.match(facts.textures, [{ widthPx: 32 }])
})

await t.test(
  'an .obj from Chinese Windows is textured: GBK names and texts, and a black base colour gives way to its picture',
  async (t) => {
    const name = '格子面料'
    const gbk = (text: string) => iconv.encode(text, 'gbk')
    const obj = makeObj({ materials: `${name}.mtl` })
      .toString()
      .replace('usemtl Cloth', `usemtl ${name}`)
    const mtl = `newmtl 别的\nKd 1 0 0\nnewmtl ${name}\nKd 0 0 0\nmap_Kd ${name}.png\n`
    const { facts, web } = await prepare(
      zipByHand([
        { name: gbk(`${name}.obj`), body: gbk(obj) },
        { name: gbk(`${name}.mtl`), body: gbk(mtl) },
        { name: gbk(`${name}.png`), body: await weavePng(32, 1, (height) => [255 * height, 0, 0]) },
      ]),
    )
    t.match(facts, {
      source: { model: `${name}.obj`, leftAside: [], missingTextures: [] },
      textures: [{ widthPx: 32 }],
    })
    const [material] = listOf(openGlb(web).json, 'materials')
    t.match(material, { name, pbrMetallicRoughness: { baseColorTexture: {} } })
    t.same(objectOf(material!, 'pbrMetallicRoughness').baseColorFactor ?? [1, 1, 1, 1], [1, 1, 1, 1])
  },
)

await t.test('a .dae shows a TGA texture; an unreadable one is left out and reported', async (t) => {
  const zip = async (ending: string, picture: Buffer) =>
    zipOf({
      'dress.dae': Buffer.from(makeTexturedDae().toString().replace('Silk.png', `Silk.${ending}`)),
      [`maps/Silk.${ending}`]: picture,
    })
  const { facts } = await prepare(await zip('tga', tgaOf(32)))
  t.match(facts, { source: { format: 'dae' }, textures: [{ widthPx: 32 }] })
  t.notMatch(facts.findings, [{ code: /textures/ }])
  const without = await prepare(await zip('psd', Buffer.from('8BPS and no more')))
  t.equal(without.facts.textures.length, 0)
  t.match(
    without.facts.findings?.filter(({ code }) => code.startsWith('textures')),
    [{ code: 'texturesUnreadable', params: { names: 'Silk.psd' } }],
  )
})

for (const [name, picture] of [
  ['png', () => grey()],
  ['tga', () => tgaOf(32)],
] as const)
  await t.test(`a .usdz shows a texture in ${name.toUpperCase()}`, async (t) => {
    const { facts } = await prepare(await makeUsdz({ files: { [`0/Silk.${name}`]: await picture() } }))
    t.match(facts, { source: { format: 'usdz' }, textures: [{ widthPx: 32 }] })
    t.notMatch(facts.findings, [{ code: /textures/ }])
  })

await t.test('an unreadable picture inside a .usdz is left out and named', async (t) => {
  const { facts } = await prepare(await makeUsdz({ files: { '0/Silk.psd': Buffer.from('8BPS and no more') } }))
  t.match(
    facts.findings?.filter(({ code }) => code.startsWith('textures')),
    [{ code: 'texturesUnreadable', params: { names: 'Silk.psd' } }],
  )
})

for (const missing of ['materials', 'effects'])
  await t.test(`a .dae without <asset> and ${missing}, as it looks`, async (t) => {
    const dae = makeTexturedDae()
      .toString()
      .replace(/<asset>[^]*<\/asset>/, '')
      .replace(new RegExp(`<library_${missing}>[^]*</library_${missing}>`), `<library_${missing}/>`)
    t.notMatch(dae, new RegExp(`asset|<${missing.slice(0, -1)} `))
    const { facts, web } = await prepare(Buffer.from(dae))
    const source = { metresPerUnit: 0.01, unitFrom: 'size', upAxis: 'z', upFrom: 'shape' }
    t.match(facts, { triangles: foreignTriangles, source })
    const [material] = listOf(openGlb(web).json, 'materials')
    const [red, green, blue] = objectOf(material!, 'pbrMetallicRoughness').baseColorFactor as number[]
    // The default colour of undyed cloth, in linear RGB.
    t.same(
      [red, green, blue].map((value) => value!.toFixed(2)),
      ['0.69', '0.66', '0.60'],
    )
  })

await t.test('an .fbx with an animated blend shape keeps shape and clip', async (t) => {
  const { facts, web } = await prepare(makeFbx({ hasShape: true }))
  t.match(facts.animations, [{ name: /Swing/, durationSeconds: 1 }])
  const { json } = openGlb(web)
  const [primitive] = listOf(listOf(json, 'meshes')[0]!, 'primitives')
  t.equal(listOf(primitive!, 'targets').length, 1)
  const paths = listOf(json, 'animations').flatMap((clip) => listOf(clip, 'channels').map(({ target }) => target))
  t.ok(paths.some((target) => (target as { path: string }).path === 'weights'))
})

await t.test('supplied textures are in the model', async (t) => {
  const { facts } = await preparedOf(makeObjZip)
  t.match(facts.textures, [{ mimeType: /png|webp/, widthPx: 32 }])
})
