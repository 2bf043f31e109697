import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import iconv from 'iconv-lite'
import t from '@toile/testing/tap'
import { makeAsciiFbx } from '@toile/testing/garments/fbx-garment'
import { makeAsciiStl, makeDae, makeObj, makePly } from '@toile/testing/garments/convertible'
import { makeGarment, weavePng } from '@toile/testing/garments/garments'
import { zipByHand, type RawEntry } from '@toile/testing/hostile/zip-by-hand'
import { zipOf } from '@toile/testing/files/zips'
import { guardForeign, writeForeign } from '../foreign/foreign.js'
import { guardModel } from '../guard/guard.js'
import { identifyBytes } from '../identify.js'
import { listOf } from '../json.js'
import { openModel } from '../open.js'
import type { ModelPackage } from '../package.js'
import { bytesOfUri } from '../uris.js'

const cloth = await weavePng(32, 1, (height) => [255 * height, 0, 0])
const lining = await weavePng(32, 2, (height) => [0, 0, 255 * height])

async function openZip(bytes: Buffer, name = 'upload.zip', wanted?: string) {
  const file = path.join(t.testdirName, 'upload')
  await writeFile(file, bytes)
  const opened = await open(file)
  try {
    return await openModel(opened.fd, 'zip', name, wanted)
  } finally {
    await opened.close()
  }
}
t.testdir()

const mtlOf = (...pictures: string[]) =>
  pictures.map((name, index) => `newmtl Cloth${index}\nKd 1 1 1\nmap_Kd ${name}\n`).join('')
const triangle = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
const gltfOf = (picture: string, buffer = 'skirt.bin') =>
  Buffer.from(
    JSON.stringify({
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: buffer }],
      images: [{ uri: picture }],
    }),
  )

async function picturesOf(bytes: Buffer, name?: string): Promise<Record<string, Uint8Array>> {
  const { model } = await openZip(bytes, name)
  if (!('format' in model)) throw new Error('it is a glTF')
  await guardForeign(model)
  const written = await writeForeign(model, t.testdirName)
  return Object.fromEntries(
    written.references.map(([reference, file]) => [reference, model.files.get(written.names[file!]!)!]),
  )
}

async function gltfPicture(bytes: Buffer): Promise<Uint8Array> {
  const { model } = (await openZip(bytes)) as { model: ModelPackage }
  await guardModel(model)
  return bytesOfUri(model, listOf(model.json, 'images')[0]!.uri)
}

const names = { gb18030: '格子面料', shift_jis: 'スカート', cp949: '치마똠', big5: '裙子布料' }
for (const [encoding, name] of Object.entries(names)) {
  const entry = (ending: string, body: Buffer): RawEntry => ({
    name: iconv.encode(`${name}/${name}${ending}`, encoding),
    body,
  })

  await t.test(`an .obj whose names and texts are ${encoding}`, async (t) => {
    const obj = iconv.encode(makeObj({ materials: `${name}.mtl` }).toString(), encoding)
    const mtl = iconv.encode(mtlOf(`${name}.png`), encoding)
    const pictures = await picturesOf(zipByHand([entry('.obj', obj), entry('.mtl', mtl), entry('.png', cloth)]))
    t.same(Object.keys(pictures), [`${name}.png`])
    t.same(pictures[`${name}.png`], cloth)
  })

  await t.test(`a .gltf in an archive whose names are ${encoding}`, async (t) => {
    const gltf = gltfOf(encodeURIComponent(`${name}.png`), `${name}.bin`)
    t.same(await gltfPicture(zipByHand([entry('.gltf', gltf), entry('.bin', triangle), entry('.png', cloth)])), cloth)
  })
}

await t.test('reads accented letters in names that old Windows programs wrote', async (t) => {
  // é is 0x82 in the zip format's default encoding, IBM 437.
  const entry = (ending: string, body: Buffer): RawEntry => ({ name: Buffer.from(`Ros\x82${ending}`, 'latin1'), body })
  const zip = zipByHand([
    entry('.gltf', gltfOf('Ros%C3%A9.png', 'Rosé.bin')),
    entry('.bin', triangle),
    entry('.png', cloth),
  ])
  t.same(await gltfPicture(zip), cloth)
})

for (const [kind, entryName, uri] of [
  ['UTF-8 that does not say so', Buffer.from('格子面料.png'), '格子面料.png'],
  ['a decomposed name', Buffer.from('Rose\u0301.png'), 'Ros\u00e9.png'],
  ['backslashes in the archive', 'textures\\cloth.png', 'textures/cloth.png'],
  ['backslashes in the model', 'textures/cloth.png', 'textures\\cloth.png'],
  ['another case', 'Textures/Cloth.PNG', 'textures/cloth.png'],
] as const)
  await t.test(`a .gltf finds its picture: ${kind}`, async (t) => {
    const zip = zipByHand([
      { name: 'skirt.gltf', body: gltfOf(uri) },
      { name: 'skirt.bin', body: triangle },
      { name: entryName, body: cloth },
    ])
    t.same(await gltfPicture(zip), cloth)
  })

await t.test('a buffer may have any file extension', async (t) => {
  const zip = await zipOf({
    'a.gltf': gltfOf('cloth.png', 'skirt.buffer'),
    'skirt.buffer': triangle,
    'cloth.png': cloth,
  })
  t.same(await gltfPicture(zip), cloth)
})

await t.test('reports the decoded name of a missing file', async (t) => {
  const zip = await zipOf({ 'a.gltf': gltfOf('%E6%A0%BC.png'), 'skirt.bin': triangle })
  await t.rejects(gltfPicture(zip), { code: 'MODEL_FILE_MISSING', params: { name: '格.png' } })
})

await t.test('distinguishes pictures of the same name by their folders', async (t) => {
  const zip = await zipOf({
    'skirt.obj': makeObj({ materials: 'skirt.mtl' }),
    'skirt.mtl': Buffer.from(mtlOf('D:\\fabrics\\red\\diffuse.png', 'D:\\fabrics\\blue\\diffuse.png')),
    'red/diffuse.png': cloth,
    'blue/diffuse.png': lining,
  })
  t.same(Object.values(await picturesOf(zip)), [cloth, lining])
})

await t.test('reads all material files: several in a line, on several lines, with blanks', async (t) => {
  const materials = 'a.mtl my b.mtl\nmtllib gone.mtl\n  mtllib sub\\c.MTL\ng my mtllib group\n# no mtllib other.mtl'
  const obj = makeObj({ materials })
  const zip = await zipOf({
    'skirt.obj': obj,
    'a.mtl': Buffer.from(mtlOf('cloth.png')),
    'my b.mtl': Buffer.from(mtlOf('-s 2 2 1 -bm 0.5 lining.png')),
    'sub/c.mtl': Buffer.from(mtlOf('beside it.png')),
    'sub/beside it.png': cloth,
    'cloth.png': cloth,
    'lining.png': lining,
  })
  t.same(await picturesOf(zip), { 'cloth.png': cloth, 'lining.png': lining, 'beside it.png': cloth })
  const { model } = await openZip(zip)
  t.match(model, { materials: ['a.mtl', 'my b.mtl', 'sub/c.mtl'], missing: ['gone.mtl'] })
})

await t.test('uses the only material file, whatever name the model gives', async (t) => {
  const zip = await zipOf({
    'skirt.obj': makeObj({ materials: 'untitled.mtl' }),
    'cloth.mtl': Buffer.from(mtlOf('cloth.png')),
    'cloth.png': cloth,
  })
  t.same(Object.keys(await picturesOf(zip)), ['cloth.png'])
})

await t.test('a picture with another extension replaces a missing one, and is reported', async (t) => {
  const zip = await zipOf({
    'skirt.obj': makeObj({ materials: 'skirt.mtl' }),
    'skirt.mtl': Buffer.from(mtlOf('C:\\work\\cloth.psd')),
    'maps/Cloth.png': cloth,
  })
  t.same(Object.values(await picturesOf(zip)), [cloth])
  t.match((await openZip(zip)).model.textures, { substituted: [{ named: 'cloth.psd', used: 'Cloth.png' }] })
})

for (const encoding of ['utf16-le', 'utf16-be', 'utf8'])
  await t.test(`a text with a byte order mark, in ${encoding}, is read in every format`, async (t) => {
    const marked = (text: Buffer) => iconv.encode(text.toString(), encoding, { addBOM: true })
    const obj = await zipOf({
      'skirt.obj': marked(makeObj({ materials: '\u683c\u5b50.mtl' })),
      '\u683c\u5b50.mtl': marked(Buffer.from(mtlOf('\u683c\u5b50.png'))),
      '\u683c\u5b50.png': cloth,
      'cloth.mtl': Buffer.alloc(0),
    })
    t.same(await picturesOf(obj), { '\u683c\u5b50.png': cloth })
    const gltf = { 'a.gltf': marked(gltfOf('\u683c.png')), 'skirt.bin': triangle, '\u683c.png': cloth }
    t.same(await gltfPicture(await zipOf(gltf)), cloth)
    for (const [ending, text] of [
      ['dae', makeDae()],
      ['fbx', makeAsciiFbx()],
      ['ply', makePly('ascii')],
      ['stl', makeAsciiStl()],
    ] as const) {
      const { model } = await openZip(await zipOf({ [`a.${ending}`]: marked(text) }))
      if (!('format' in model)) throw new Error('it is a glTF')
      t.equal(model.format, ending)
      t.same((await guardForeign(model)).bytes, text)
    }
  })

const withModel = async (more: Record<string, Buffer>) =>
  zipOf({
    'skirt.obj': makeObj({ materials: 'skirt.mtl' }),
    'skirt.mtl': Buffer.from(mtlOf('cloth.png')),
    'cloth.png': cloth,
    ...more,
  })

await t.test('leaves aside files that the model does not name, and reports them', async (t) => {
  const zip = await withModel({
    'moodboard.jpg': Buffer.from('BM no picture at all'),
    'source/pattern.zip': await zipOf({ 'a.txt': Buffer.from('a') }),
    'notes.pdf': Buffer.from('%PDF'),
  })
  t.same(Object.keys(await picturesOf(zip)), ['cloth.png'])
  t.same((await openZip(zip)).archive, {
    model: 'skirt.obj',
    otherModels: [],
    leftAside: ['moodboard.jpg', 'source/pattern.zip', 'notes.pdf'],
    leftAsideCount: 3,
  })
})

await t.test('U10 does not unpack a bomb that the model does not name', async (t) => {
  const bomb = { name: 'render.bmp', body: deflateRawSync(Buffer.alloc(2 ** 26)), deflated: true, size: 2 ** 26 }
  const obj = { name: 'skirt.obj', body: makeObj() }
  t.match(await openZip(zipByHand([obj, bomb])), { archive: { leftAside: ['render.bmp'] } })
})

await t.test('65 turntable frames do not count as textures', async (t) => {
  const frames = Array.from({ length: 65 }, (_, i) => [`turn/${String(i).padStart(3, '0')}.png`, cloth])
  const zip = await withModel(Object.fromEntries(frames))
  t.same(Object.keys(await picturesOf(zip)), ['cloth.png'])
  const { archive } = await openZip(zip)
  t.equal(archive!.leftAsideCount, 65)
})

await t.test('skips system files of macOS and Windows without reporting them', async (t) => {
  const appleDouble = Buffer.from('00051607000200004d6163204f532058', 'hex')
  const zip = await withModel({
    '__MACOSX/._skirt.obj': appleDouble,
    '__MACOSX/._cloth.png': appleDouble,
    '._skirt.mtl': appleDouble,
    '.DS_Store': appleDouble,
    'Thumbs.db': appleDouble,
  })
  t.same(await picturesOf(zip), { 'cloth.png': cloth })
  t.match((await openZip(zip)).archive, { model: 'skirt.obj', otherModels: [], leftAsideCount: 0 })
})

await t.test(
  'of several models, chooses the one named like the archive, then glTF, then FBX, then the largest',
  async (t) => {
    const glb = await makeGarment({ segments: 8, textureSize: 8 })
    const fbx = Buffer.from('Kaydara FBX Binary  \0\x1a\0')
    const [small, large] = [makeObj(), Buffer.concat([makeObj(), Buffer.from('\n# more\n')])]
    const models = { 'a.obj': small, 'sub/b.obj': large, 'c.fbx': fbx, 'sub/deep/d.glb': glb }
    const chosen = async (files: Record<string, Buffer>, name?: string) =>
      (await openZip(await zipOf(files), name)).archive!
    t.match(await chosen(models), { model: 'sub/deep/d.glb', otherModels: ['c.fbx', 'sub/b.obj', 'a.obj'] })
    t.match(await chosen(models, 'A.zip'), { model: 'a.obj' })
    t.match(await chosen({ ...models, 'sub/deep/d.glb': Buffer.from('no model') }), { model: 'c.fbx' })
    t.match(await chosen({ 'a.obj': small, 'sub/b.obj': large }), { model: 'sub/b.obj' })
    t.match(await chosen({ 'a.obj': large, 'sub/b.vrm': models['sub/deep/d.glb'] }), { model: 'sub/b.vrm' })
    t.match(
      (await openZip(await zipOf(models), undefined, 'c.fbx')).archive,
      { model: 'c.fbx' },
      'as its creator wants',
    )
    const wrong = openZip(await zipOf({ ...models, 'c.fbx': Buffer.from('no model') }), undefined, 'c.fbx')
    await t.rejects(wrong, { code: 'NOT_A_MODEL' })
  },
)

await t.test('names an unsupported format, alone and in an archive', async (t) => {
  const chunk = Buffer.alloc(16)
  chunk.write('MM')
  chunk.writeUInt32LE(16, 2)
  chunk.writeUInt16LE(2, 6)
  const crate = Buffer.from('PXR-USDC\0\x08\0')
  const scene = Buffer.from('#usda 1.0\ndef Xform "v" {}\n')
  const unsupported = (format: string, instead: string) => ({
    code: 'MODEL_FORMAT_UNSUPPORTED',
    params: { format, instead },
  })
  for (const [bytes, format, instead] of [
    [chunk, '3DS', '.fbx'],
    [crate, 'USD', '.usdz'],
    [scene, 'USD', '.usdz'],
  ] as const)
    t.throws(() => identifyBytes(bytes, bytes.length), unsupported(format, instead))
  for (const [name, bytes, format, instead] of [
    ['Jeep.3DS', chunk, '3DS', '.fbx'],
    ['usd/coat.usdc', crate, 'USD', '.usdz'],
    ['3D/3dmodel.model', Buffer.from('<model/>'), '3MF', '.glb'],
  ] as const)
    await t.rejects(
      openZip(await zipOf({ '[Content_Types].xml': Buffer.from('<Types/>'), [name]: bytes })),
      unsupported(format, instead),
    )
})

await t.test('names an archive inside an archive', async (t) => {
  const zip = await zipOf({ 'source/skirt.rar': Buffer.from('Rar!') })
  await t.rejects(openZip(zip), { code: 'ARCHIVE_INSIDE_ARCHIVE', params: { name: 'skirt.rar' } })
})
