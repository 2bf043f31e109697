import t from '@toile/testing/tap'
import { manyNodes, manyOnOneSkin, manyParts, manyTracks } from '@toile/testing/hostile/many'
import { processorMs } from '@toile/testing/processor-time'
import { guardModel } from './guard.js'
import { makeLevels } from '../levels/levels.js'
import { openGlb } from '../package.js'
import { makingLimits } from '../prepare.js'

t.setTimeout(300_000)

for (const [name, make] of [
  ['20,000 nodes', () => manyNodes(20_000)],
  ['4,999 parts and 19,996 lists, all different', () => manyParts(4_999, 4)],
  ['10,000 nodes on one skin of 9,900 joints', () => manyOnOneSkin(10_000, 9_900)],
  ['9,000 animated tracks', () => manyTracks(9)],
] as const)
  await t.test(`U12 prepares ${name} within the CPU time of a child`, async (t) => {
    const bytes = make()
    const before = processorMs()
    const model = openGlb(bytes)
    await guardModel(model)
    const options = { source: undefined, isOneFile: true, originalBytes: bytes.length, progress() {} }
    const { web } = await makeLevels(model, options)
    const took = processorMs() - before
    t.ok(web.length > 0)
    t.ok(took < makingLimits(bytes.length, 0).maxCpuMs!, `${Math.round(took)} ms`)
  })
