import t from '@toile/testing/tap'
import { makeUsdz } from '@toile/testing/garments/convertible'
import { makePoorObjZip, makeWrongExport } from '@toile/testing/garments/imperfect'
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

await t.test('reports wrong scale, missing UVs, flipped normals and missing textures', async (t) => {
  t.same(await findings(await makeWrongExport()), [
    ['wrongScale', { sizeCm: 11_000, likelyCm: 110, metresPerUnit: 0.01 }],
    ['noUvs', { parts: 1, all: 1 }],
    ['normalsFlipped', { percent: 100 }],
  ])
  t.same(await findings(await makePoorObjZip()), [
    ['converted', { format: 'OBJ' }],
    ['unitFromSize', { length: 110, centimetres: 110 }],
    ['texturesMissing', { names: 'silk.png', count: 1 }],
  ])
})

await t.test('reports a beta format', async (t) => {
  t.strictSame((await findings(await makeUsdz())).slice(0, 2), [
    ['converted', { format: 'USDZ' }],
    ['betaFormat', { format: 'USDZ' }],
  ])
})
