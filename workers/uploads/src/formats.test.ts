import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from '@toile/testing/tap'
import { openBrowser, type Browser } from '@toile/browser/browser'
import { convertForeign } from '@toile/browser/convert-foreign'
import { findChromium } from '@toile/browser/executable'
import type { ModelSource } from '@toile/contracts/models'
import { identifyModel } from '@toile/media/models/identify'
import { prepareModel } from '@toile/media/models/prepare'
import { makeAsciiFbx, makeFbx } from '@toile/testing/fbx-garment'
import {
  foreignTriangles,
  makeAsciiStl,
  makeBinaryStl,
  makeDae,
  makeDaeZip,
  makeObj,
  makeObjZip,
  makePly,
  makeUsdz,
} from '@toile/testing/foreign-garments'

import { weavePng } from '@toile/testing/garments'
import { zipOf } from '@toile/testing/zips'

let browser: Browser
t.before(async () => {
  const executablePath = findChromium(process.env.CHROMIUM_PATH)!
  browser = await openBrowser({ executablePath, log: { info() {}, warn() {} } })
})
t.teardown(() => browser.close())

async function prepare(bytes: Buffer) {
  const workDir = await mkdtemp(path.join(tmpdir(), 'toile-formats-'))
  t.teardown(() => rm(workDir, { recursive: true, force: true }))
  const file = path.join(workDir, 'original')
  await writeFile(file, bytes)
  const prepared = await prepareModel({
    path: file,
    format: await identifyModel(file),
    workDir,
    convert: (job) => convertForeign(browser, { ...job, timeoutMs: 60_000 }),
  })
  return { ...prepared, glb: await readFile(prepared.web.path) }
}

const fbxSource: Partial<ModelSource> = {
  ...{ format: 'fbx', upAxis: 'z', upFrom: 'file', unitFrom: 'file' },
  missingTextures: ['Silk.png'],
}

/** Spaces for tabs, a comma and brackets in a name, and an F where a reader looks for the F of a binary file. */
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
  ['a skinned, animated .fbx', () => makeFbx(), fbxSource],
  ['the same .fbx in text', () => makeAsciiFbx(), fbxSource],
  ['an .fbx in text of another hand', () => otherHand(makeAsciiFbx()), fbxSource],
]
for (const [name, make, source] of files)
  await t.test(`${name} stands upright, 1.1 m high`, async (t) => {
    const { facts, report, web } = await prepare(await make())
    t.match(facts.source, source)
    t.ok(Math.abs(facts.heightMetres - 1.1) < 2e-3, `${facts.heightMetres} m`)
    t.ok(facts.depthMetres < facts.widthMetres)
    // The neck's and hem's last ring closes on itself, and readers may drop nothing of it.
    t.equal(facts.triangles, foreignTriangles)
    t.equal(report.errors, 0, JSON.stringify(report.messages.slice(0, 3)))
    t.ok(web.bytes > 0)
  })

for (const make of [makeFbx, makeAsciiFbx])
  await t.test(`an .fbx keeps its bone and its animation, ${make.name}`, async (t) => {
    const { facts, glb } = await prepare(make())
    t.match(facts.animations, [{ name: /Swing/, durationSeconds: 1 }])
    t.match(glb.toString('latin1'), /"skins":\[/)
  })

await t.test('an .fbx that says centimetres and means metres is believed by the size of clothes', async (t) => {
  const { facts } = await prepare(makeFbx({ centimetres: 0.01 }))
  t.match(facts.source, { unitFrom: 'size', metresPerUnit: 0.01 })
  t.ok(Math.abs(facts.heightMetres - 1.1) < 2e-3)
})

await t.test('an .fbx in a .zip finds its texture by name, whatever folder it remembers', async (t) => {
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

await t.test('textures that came are in the model', async (t) => {
  const { facts } = await prepare(await makeObjZip())
  t.match(facts.textures, [{ mimeType: /png|webp/, widthPx: 32 }])
})
