import t from '@toile/testing/tap'
import { makeUsdz } from '@toile/testing/foreign-garments'
import { makeHeavyExport, makeManyParts, makePoorObjZip, makeWrongExport } from '@toile/testing/imperfect'
import { startStages, type Stages } from './stages.test-support.js'

let stages: Stages
t.before(async () => {
  stages = await startStages()
})
t.teardown(() => stages.close())

const findings = async (bytes: Buffer, filename?: string) => {
  const upload = await stages.work(await stages.received(bytes, filename), 'verify', 'process')
  return upload.facts!.findings!.map(({ code, params }) => [code, params])
}

await t.test('the report of three imperfect files says what a specialist would say', async (t) => {
  t.same(await findings(await makeWrongExport()), [
    ['wrongScale', { sizeCm: 11_000, likelyCm: 110 }],
    ['noUvs', { parts: 1, all: 1 }],
    ['normalsFlipped', { percent: 100 }],
  ])
  t.same(await findings(await makeHeavyExport()), [
    ['tooManyTriangles', { triangles: 230_400, goal: 200_000 }],
    ['texturesShrunk', { count: 1, px: 2048 }],
    ['textureHuge', { px: 8192, megabytes: 341 }],
    ['metalLook', { name: 'Cloth', count: 1 }],
  ])
  t.same(await findings(await makePoorObjZip()), [
    ['converted', { format: 'OBJ' }],
    ['unitFromSize', { length: 110, centimetres: 110 }],
    ['texturesMissing', { names: 'silk.png', count: 1 }],
  ])
})

await t.test('more parts than phones draw fluently, and a format that is a beta, are told', async (t) => {
  t.same(await findings(await makeManyParts()), [['tooManyParts', { parts: 61, goal: 60 }]])
  t.strictSame((await findings(await makeUsdz())).slice(0, 2), [
    ['converted', { format: 'USDZ' }],
    ['betaFormat', { format: 'USDZ' }],
  ])
})
