import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import t from '@toile/testing/tap'
import { hugePng } from '@toile/testing/hostile-pictures'
import { makeGarment } from '@toile/testing/garments'
import { makeManyParts } from '@toile/testing/imperfect'
import { findingsOf, findingsOfOrigin } from './findings.js'
import { noTextureNotes } from './package.js'

const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
const read = async (segments: number) => io.readBinary(new Uint8Array(await makeGarment({ segments, textureSize: 32 })))
const part = (document: Awaited<ReturnType<typeof read>>) => document.getRoot().listMeshes()[0]!.listPrimitives()[0]!

await t.test('of a good garment there is nothing to say', async (t) => {
  t.same(findingsOf(await read(32), undefined), [])
})

await t.test('exported in centimetres, without UVs, shaded from the wrong side', async (t) => {
  const document = await read(32)
  document.getRoot().listNodes()[0]!.setScale([100, 100, 100])
  part(document).setAttribute('TEXCOORD_0', null)
  const normal = part(document).getAttribute('NORMAL')!
  normal.setArray((normal.getArray() as Float32Array<ArrayBuffer>).map((value) => -value))
  t.same(findingsOf(document, undefined), [
    { code: 'wrongScale', params: { sizeCm: 11_000, likelyCm: 110 } },
    { code: 'noUvs', params: { parts: 1, all: 1 } },
    { code: 'normalsFlipped', params: { percent: 100 } },
  ])
})

await t.test('far too heavy for the web, and its cloth is metal', async (t) => {
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

await t.test('more parts than phones draw fluently', async (t) => {
  const document = await io.readBinary(new Uint8Array(await makeManyParts()))
  t.same(findingsOf(document, undefined), [{ code: 'tooManyParts', params: { parts: 61, goal: 60 } }])
})

await t.test('inside out, and converted from a file in centimetres with a texture missing', async (t) => {
  const document = await read(32)
  const normal = part(document).getAttribute('NORMAL')!
  normal.setArray((normal.getArray() as Float32Array<ArrayBuffer>).map((value) => -value))
  const indices = part(document).getIndices()!
  const list = indices.getArray()!.slice()
  for (let at = 0; at < list.length; at += 3) [list[at], list[at + 1]] = [list[at + 1]!, list[at]!]
  indices.setArray(list as Uint32Array<ArrayBuffer>)
  const source = {
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
  const codes = [...findingsOfOrigin({ source, textures: noTextureNotes() }), ...findingsOf(document, source)]
  t.same(
    codes.map(({ code }) => code),
    ['converted', 'unitFromSize', 'turnedUpright', 'texturesMissing', 'insideOut'],
  )
  t.same(codes[1]!.params, { length: 110, centimetres: 110 })
})
