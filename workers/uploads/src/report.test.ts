import t from 'tap'
import { makeHeavyExport, makePoorObjZip, makeWrongExport } from '@toile/testing/imperfect'
import { startStages, type Stages } from './stages.test-support.js'

let stages: Stages
t.before(async () => {
  stages = await startStages()
})
t.teardown(() => stages.close())

await t.test('the report of three imperfect files says what a specialist would say', async (t) => {
  const findings = async (bytes: Buffer) => {
    const upload = await stages.work(await stages.received(bytes), 'verify', 'process')
    return upload.facts!.findings!.map(({ code, params }) => [code, params])
  }
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
