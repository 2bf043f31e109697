import t from '@toile/testing/tap'
import type { ModelCorrection, ModelSource } from '@toile/contracts/models/models'
import { makeGarment } from '@toile/testing/garments/garments'
import { makeRigged } from '@toile/testing/garments/rigged'
import { placementChange } from './correct.js'
import { guardModel } from '../guard/guard.js'
import { makeLevels } from './levels.js'
import { measureModel } from '../report/measure.js'
import { gltfIo } from './optimise.js'
import { openGlb } from '../package.js'

/** What the converter reports for an .stl in millimetres with z up. */
const foundStl: ModelSource = {
  ...{ format: 'stl', metresPerUnit: 0.001, unitFrom: 'size', upAxis: 'z', upFrom: 'shape', longestSide: 1100 },
  ...{ missingTextures: [], largestTexturePx: 0, normalsMade: true },
}

async function corrected(glb: Uint8Array, correction: ModelCorrection, source?: ModelSource) {
  const model = openGlb(glb)
  await guardModel(model)
  const options = { isOneFile: true, originalBytes: glb.length, progress() {} }
  const { web, facts } = await makeLevels(model, { source, correction, ...options })
  const written = measureModel(await (await gltfIo()).readBinary(new Uint8Array(web)))
  const centimetres = ({ widthMetres, heightMetres, depthMetres }: typeof written) =>
    [widthMetres, heightMetres, depthMetres].map((metres) => Math.round(metres * 1000) / 10)
  for (const side of ['widthMetres', 'heightMetres', 'depthMetres'] as const)
    t.ok(Math.abs(written[side] / facts[side] - 1) < 1e-3, `${side}: ${written[side]} and ${facts[side]}`)
  return { facts, size: centimetres(facts) }
}

const garment = await makeGarment({ segments: 16, textureSize: 16 })

await t.test('the levels use the unit and the up axis that the creator sets', async (t) => {
  const asItCame = await corrected(garment, {})
  const [width, height, depth] = asItCame.size
  t.equal(asItCame.facts.source, undefined)
  t.same((await corrected(garment, { upAxis: 'z' })).size, [width, depth, height])
  t.same((await corrected(garment, { upAxis: 'x' })).size, [height, width, depth])
  const inches = await corrected(garment, { metresPerUnit: 0.0254 })
  t.same(
    inches.size,
    [width, height, depth].map((side) => Math.round(side! * 0.254) / 10),
  )
  t.match(inches.facts.source, {
    format: 'glb',
    metresPerUnit: 0.0254,
    unitFrom: 'creator',
    upAxis: 'y',
    upFrom: 'file',
  })
  t.same(
    inches.facts.findings,
    [{ code: 'unitCorrected', params: { length: 1.1, centimetres: 2.794 } }],
    'who set it is not asked again whether it was meant',
  )
})

await t.test('for a converted model the correction replaces the detected values', async (t) => {
  const { facts, size } = await corrected(garment, { metresPerUnit: 0.01, upAxis: 'y' }, foundStl)
  const [width, height, depth] = (await corrected(garment, {})).size as [number, number, number]
  t.same(size.map(Math.round), [width * 10, depth * 10, height * 10].map(Math.round), 'it was stood up by mistake')
  t.match(facts.source, { metresPerUnit: 0.01, unitFrom: 'creator', upAxis: 'y', upFrom: 'creator' })
})

await t.test('a rigged model moves with its joints', async (t) => {
  const rig = { armatureScale: 0.01, isArmatureTurned: true, metresPerUnit: 0.01 }
  const { size } = await corrected(await makeRigged(rig, { segments: 16, textureSize: 16 }), { upAxis: 'z' })
  t.same(size, (await corrected(garment, { upAxis: 'z' })).size)
})

await t.test('a correction and its inverse cancel out', (t) => {
  const axes = ['x', 'y', 'z'] as const
  for (const from of axes)
    for (const to of axes) {
      const [a, b] = [
        { metresPerUnit: 1, upAxis: from },
        { metresPerUnit: 0.25, upAxis: to },
      ]
      const [there, back] = [placementChange(a, b), placementChange(b, a)]
      const point = [1, 2, 3]
      const times = ({ scale, rotation }: typeof there, at: number[]) =>
        rotation.map((row) => scale * row.reduce((sum, value, i) => sum + value * at[i]!, 0))
      t.same(times(back, times(there, point)), point, `${from} to ${to}`)
    }
  t.end()
})
