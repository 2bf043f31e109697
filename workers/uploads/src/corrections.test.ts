import { InputFailure } from '@toile/contracts/failures'
import t from '@toile/testing/tap'
import { imagesOfUploads } from '@toile/db/images/images'
import { correctUpload, failCorrection } from '@toile/db/uploads/uploads-reprocessing'
import { makeGarment } from '@toile/testing/garments/garments'
import { zipOf } from '@toile/testing/files/zips'
import { reprocessModel } from './handlers/reprocess.js'
import { startStages, type Stages } from './stages.test-support.js'

// Tests corrections end to end; correct.test.ts and uploads-reprocessing.test.ts test the parts.

let stages: Stages
t.before(async () => {
  stages = await startStages()
})
t.teardown(() => stages.close())

async function reprocess(id: string) {
  const { attempt } = await stages.upload(id)
  await reprocessModel(stages.parts)({ id, attempt }, stages.context).catch(async (error: unknown) => {
    if (!(error instanceof InputFailure)) throw error
    await failCorrection(stages.db, { id, attempt }, error)
  })
  return stages.upload(id)
}
const hashesOf = async (id: string) => {
  const images = await imagesOfUploads(stages.db, [id])
  const files = images.map(({ variants }) => variants[0]!.fileId)
  const rows = await stages.db.selectFrom('files').select(['id', 'sha256']).where('id', 'in', files).execute()
  const hashOf = new Map(rows.map(({ id, sha256 }) => [id, sha256]))
  return Object.fromEntries(images.map(({ angle }, i) => [angle ?? 'detail', hashOf.get(files[i]!)]))
}

await t.test('corrects model, unit and up axis of an archive, and an invalid choice changes nothing', async (t) => {
  const dress = await makeGarment({ segments: 8, textureSize: 16 })
  const coat = await makeGarment({ segments: 6, textureSize: 16 })
  const id = await stages.received(
    await zipOf({ 'dress.glb': dress, 'coat.glb': coat, 'notes.obj': Buffer.from([0, 1, 2]) }),
    'dress.zip',
  )
  const ready = await stages.work(id)
  t.match(ready, { stage: 'ready_to_publish', facts: { source: { model: 'dress.glb' } } })
  const before = await hashesOf(id)
  const { triangles } = ready.facts!

  await correctUpload(stages.db, id, { model: 'coat.glb', metresPerUnit: 2, upAxis: 'z' })
  const coated = await reprocess(id)
  t.match(coated, {
    ...{ stage: 'ready_to_publish', wantedCorrection: null, correctionFailure: null },
    facts: { source: { model: 'coat.glb', otherModels: ['dress.glb', 'notes.obj'], metresPerUnit: 2, upAxis: 'z' } },
  })
  t.ok(coated.facts!.triangles < triangles)
  const after = await hashesOf(id)
  t.same(Object.keys(after).toSorted(), Object.keys(before).toSorted())
  for (const [angle, hash] of Object.entries(after)) t.not(hash, before[angle], `${angle} is drawn anew`)

  await correctUpload(stages.db, id, { model: 'notes.obj' })
  const broken = await reprocess(id)
  t.match(broken, { stage: 'ready_to_publish', correction: { model: 'coat.glb' }, wantedCorrection: null })
  t.match(broken.correctionFailure, { code: 'NOT_A_MODEL' })
  t.equal(broken.modelFileId, coated.modelFileId)
})
