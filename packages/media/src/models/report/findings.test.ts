import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import t from '@toile/testing/tap'
import { hugePng } from '@toile/testing/hostile/pictures'
import { makeGarment } from '@toile/testing/garments/garments'
import { makeManyParts } from '@toile/testing/garments/imperfect'
import { findingsOf, findingsOfOrigin } from './findings.js'
import { noTextureNotes } from '../package.js'

const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
const read = async (segments: number) => io.readBinary(new Uint8Array(await makeGarment({ segments, textureSize: 32 })))
const part = (document: Awaited<ReturnType<typeof read>>) => document.getRoot().listMeshes()[0]!.listPrimitives()[0]!

const converted = {
  format: 'obj',
  metresPerUnit: 0.01,
  unitFrom: 'size' as const,
  upAxis: 'z' as const,
  upFrom: 'shape' as const,
  longestSide: 110,
  missingTextures: ['silk.png'],
  largestTexturePx: 32,
  normalsMade: false,
}

await t.test('reports nothing for a good garment', async (t) => {
  t.same(findingsOf(await read(32), undefined), [])
})

await t.test('reports centimetres, missing UVs and inverted normals', async (t) => {
  const document = await read(32)
  document.getRoot().listNodes()[0]!.setScale([100, 100, 100])
  part(document).setAttribute('TEXCOORD_0', null)
  const normal = part(document).getAttribute('NORMAL')!
  normal.setArray((normal.getArray() as Float32Array<ArrayBuffer>).map((value) => -value))
  t.same(findingsOf(document, undefined), [
    { code: 'wrongScale', params: { sizeCm: 11_000, likelyCm: 110, metresPerUnit: 0.01 } },
    { code: 'noUvs', params: { parts: 1, all: 1 } },
    { code: 'normalsFlipped', params: { percent: 100 } },
  ])
})

await t.test('reports a model too heavy for the web, and metal cloth', async (t) => {
  const document = await read(240)
  document
    .getRoot()
    .listTextures()[0]!
    .setImage(new Uint8Array(hugePng(8192)))
  document.getRoot().listMaterials()[0]!.setMetallicFactor(1)
  t.same(findingsOf(document, undefined), [
    { code: 'tooManyTriangles', params: { triangles: 240 * 480 * 2, goal: 200_000 } },
    { code: 'texturesShrunk', params: { count: 1, px: 2048 } },
    { code: 'textureHuge', params: { px: 8192, megabytes: 341 } },
    { code: 'metalLook', params: { name: 'Cloth', count: 1 } },
  ])
})

await t.test('reports more parts than phones draw fluently', async (t) => {
  const document = await io.readBinary(new Uint8Array(await makeManyParts()))
  t.same(findingsOf(document, undefined), [{ code: 'tooManyParts', params: { parts: 61, goal: 60 } }])
})

await t.test('asks about a size that nobody wears, and suggests a fitting unit', async (t) => {
  const askedOf = async (longestMetres: number, metresPerUnit?: number, unitFrom: 'file' | 'size' = 'file') => {
    const document = await read(8)
    const [node] = document.getRoot().listNodes()
    node!.setScale([longestMetres / 1.1, longestMetres / 1.1, longestMetres / 1.1])
    const source = { ...converted, metresPerUnit: metresPerUnit ?? 1, unitFrom }
    const findings = findingsOf(document, metresPerUnit === undefined ? undefined : source)
    return findings.filter(({ code }) => /Scale|unusually/.test(code))
  }
  const scale = (sizeCm: number, likelyCm: number, unit: number) => [
    { code: 'wrongScale' as const, params: { sizeCm, likelyCm, metresPerUnit: unit } },
  ]
  t.same(await askedOf(1.1), [])
  t.same(await askedOf(110), scale(11_000, 110, 0.01))
  t.same(await askedOf(1_100), scale(110_000, 110, 0.001))
  t.same(await askedOf(40), scale(4_000, 40, 0.01))
  t.same(await askedOf(4.83), scale(483, 147, 0.3048), 'feet')
  t.same(await askedOf(0.011), scale(1.1, 110, 100))
  t.same(await askedOf(0.058, 0.001), scale(5.8, 58, 0.01), 'centimetres that were said to be millimetres')
  t.same(await askedOf(0.058, 0.01, 'size'), [], 'what was guessed says so itself')
  t.same(await askedOf(16_000), [{ code: 'unusuallyLarge', params: { sizeCm: 1_600_000 } }])
  t.same(await askedOf(0.0005), [{ code: 'unusuallySmall', params: { sizeCm: 0.1 } }])
})

await t.test('reports an inside-out garment, and one converted from centimetres with a texture missing', async (t) => {
  const document = await read(32)
  const normal = part(document).getAttribute('NORMAL')!
  normal.setArray((normal.getArray() as Float32Array<ArrayBuffer>).map((value) => -value))
  const indices = part(document).getIndices()!
  const list = indices.getArray()!.slice()
  for (let at = 0; at < list.length; at += 3) [list[at], list[at + 1]] = [list[at + 1]!, list[at]!]
  indices.setArray(list as Uint32Array<ArrayBuffer>)
  const codes = [
    ...findingsOfOrigin({ source: converted, textures: noTextureNotes() }),
    ...findingsOf(document, converted),
  ]
  t.same(
    codes.map(({ code }) => code),
    ['converted', 'unitFromSize', 'turnedUpright', 'texturesMissing', 'insideOut'],
  )
  t.same(codes[1]!.params, { length: 110, centimetres: 110 })
})
