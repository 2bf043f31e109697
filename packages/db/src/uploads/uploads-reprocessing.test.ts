import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { CoverAngle } from '@toile/contracts/images/images.constants'
import type { ModelFacts, ModelReport } from '@toile/contracts/models/models'
import { MAX_UPLOAD_RESTARTS } from '@toile/contracts/uploads/uploads.constants'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { fileOf, makeReadyUpload, makeUpload, makeUser } from '@toile/testing/factories'
import { inTransaction, type Db } from '../client.js'
import { insertComment } from '../comments/comments.js'
import { imagesOfUploads } from '../images/images.js'
import type { NewPreview } from '../images/images-transitions.js'
import { findUpload, type UploadRow } from './uploads.js'
import { correctUpload, failCorrection, requestModelReprocessing, swapModel } from './uploads-reprocessing.js'
import { admitWaiting } from '../files/admission-queues.js'
import { redriveUpload, stuckUploads } from './uploads-transitions.js'
import type { User } from '../users/users.js'
import { insertWorkVersion } from '../works/work-versions.js'
import { insertWork, moveWork, setHotspots } from '../works/works-transitions.js'

let test: TestDatabase
let db: Db
let owner: User
t.before(async () => {
  test = await createTestDatabase()
  db = test.db
})
t.beforeEach(async () => {
  owner = await makeUser(db)
})
t.teardown(() => test.drop())

const upload = async (id: string): Promise<UploadRow> => (await findUpload(db, id))!
const made = () => ({ file: fileOf(owner, 'model'), facts: { triangles: 7 } as ModelFacts, report: {} as ModelReport })
const picture = (uploadId: string, angle: CoverAngle | null): NewPreview => ({
  ...{ id: newId(), ownerId: owner.id, uploadId, purpose: angle ? 'cover' : 'detail', width: 308, height: 410 },
  ...{ blurhash: null, angle },
  variants: [{ name: '1x', width: 308, height: 410, format: 'webp', file: fileOf(owner, 'image') }],
})
/** Scales points to a tenth, and turns points and directions from z-up to y-up. */
const moves = {
  point: [
    [0.1, 0, 0],
    [0, 0, 0.1],
    [0, -0.1, 0],
  ],
  direction: [
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ],
}
const filesOf = async (imageId: string) => {
  const { rows } = await sql<{ state: string; public: boolean }>`select state, public from files
    where id in (select file_id from image_variants where image_id = ${imageId})`.execute(db)
  return rows
}
async function publish({ uploadId, coverId }: { uploadId: string; coverId: string }): Promise<string> {
  const workId = newId()
  const pin = { point: [1, 2, 3], normal: [0, 0, 1] } as {
    point: [number, number, number]
    normal: [number, number, number]
  }
  await inTransaction(db, async (trx) => {
    await insertWork(trx, { id: workId, ownerId: owner.id, upload_id: uploadId, cover_id: coverId })
    await setHotspots(trx, workId, [
      { ...pin, title: 'Collar', text: '' },
      { ...pin, point: [4, 5, 6], title: 'Hem', text: '' },
    ])
    await moveWork(trx, workId, 'released')
  })
  await insertComment(db, { id: newId(), on: { workId }, authorId: owner.id, body: 'Nice', pin })
  await insertComment(db, { id: newId(), on: { workId }, authorId: owner.id, body: 'No point' })
  return workId
}
const workOf = (id: string) =>
  db.selectFrom('works').select(['cover_id', 'hotspots']).where('id', '=', id).executeTakeFirstOrThrow()

await t.test('a correction replaces model and images together and moves marked points along', async (t) => {
  const ready = await makeReadyUpload(db, owner)
  const { uploadId, coverId } = ready
  const workId = await publish(ready)
  t.ok(await correctUpload(db, uploadId, { metresPerUnit: 0.1, upAxis: 'z' }))
  t.match(await upload(uploadId), {
    ...{ stage: 'ready_to_publish', correction: null, wantedCorrection: { metresPerUnit: 0.1, upAxis: 'z' } },
  })
  t.equal((await workOf(workId)).cover_id, coverId, 'what was there serves until then')

  const pictures = [picture(uploadId, 'three-quarter'), picture(uploadId, null)]
  const model = made()
  t.ok(await swapModel(db, { id: uploadId, attempt: 2 }, model, { pictures, moves }))
  t.match(await upload(uploadId), {
    ...{ stage: 'ready_to_publish', attempt: 3, modelFileId: model.file.id, facts: { triangles: 7 } },
    ...{ correction: { metresPerUnit: 0.1, upAxis: 'z' }, wantedCorrection: null },
  })
  const work = await workOf(workId)
  t.equal(work.cover_id, pictures[0]!.id)
  t.same(
    work.hotspots.map(({ point, normal, title }) => ({ point: point.map((at) => +at.toFixed(6)), normal, title })),
    [
      { point: [0.1, 0.3, -0.2], normal: [0, 1, 0], title: 'Collar' },
      { point: [0.4, 0.6, -0.5], normal: [0, 1, 0], title: 'Hem' },
    ],
  )
  const pins = await db.selectFrom('comments').select('pin').where('work_id', '=', workId).orderBy('id').execute()
  t.match(pins, [{ pin: { normal: [0, 1, 0] } }, { pin: null }])
  t.same(
    (await imagesOfUploads(db, [uploadId])).map(({ id }) => id).toSorted(),
    pictures.map(({ id }) => id).toSorted(),
  )
  t.same(await filesOf(pictures[0]!.id), [{ state: 'stored', public: true }], 'as visible as the work')
  t.notOk(
    await db.selectFrom('images').select('id').where('id', '=', coverId).executeTakeFirst(),
    'the old one is gone',
  )
  t.notOk(await swapModel(db, { id: uploadId, attempt: 2 }, made(), { pictures: [], moves }), 'delivered twice')
})

await t.test('a correction keeps what a work version shows', async (t) => {
  const ready = await makeReadyUpload(db, owner)
  const workId = await publish(ready)
  const version = await inTransaction(db, (trx) => insertWorkVersion(trx, workId))
  const before = (await upload(ready.uploadId)).modelFileId
  await correctUpload(db, ready.uploadId, { upAxis: 'z' })
  const pictures = [picture(ready.uploadId, 'three-quarter')]
  t.ok(await swapModel(db, { id: ready.uploadId, attempt: 2 }, made(), { pictures, moves }))
  const kept = await db
    .selectFrom('work_versions')
    .select(['model_file_id', 'cover_id', 'hotspots'])
    .where('id', '=', version.id)
    .executeTakeFirstOrThrow()
  t.match(kept, { model_file_id: before, cover_id: ready.coverId, hotspots: [{ point: [1, 2, 3] }, {}] })
  t.same(await filesOf(ready.coverId), [{ state: 'stored', public: false }])
  const model = await db.selectFrom('files').select('state').where('id', '=', before).executeTakeFirst()
  t.equal(model?.state, 'stored')
})

await t.test('a failed correction keeps the model and its failure is shown until the next one', async (t) => {
  const { uploadId } = await makeReadyUpload(db, owner)
  const before = await upload(uploadId)
  await correctUpload(db, uploadId, { model: 'broken.obj' })
  const failure = { code: 'NOT_A_MODEL', params: {} } as const
  t.notOk(await failCorrection(db, { id: uploadId, attempt: 1 }, failure), 'of an earlier attempt')
  t.ok(await failCorrection(db, { id: uploadId, attempt: 2 }, failure))
  t.match(await upload(uploadId), {
    ...{ stage: 'ready_to_publish', failure: null, modelFileId: before.modelFileId },
    ...{ correction: null, wantedCorrection: null, correctionFailure: failure },
  })
  t.ok(await correctUpload(db, uploadId, {}))
  t.match(await upload(uploadId), { correctionFailure: null })
  t.ok(await requestModelReprocessing(db, uploadId), "an operator's wish keeps it")
  t.match(await upload(uploadId), { attempt: 5, wantedCorrection: {} })
})

await t.test('only a finished model can be corrected', async (t) => {
  const unfinished = await makeUpload(db, owner)
  t.notOk(await correctUpload(db, unfinished, { upAxis: 'z' }))
  const closed = await makeReadyUpload(db, owner, 'zprj')
  t.notOk(await correctUpload(db, closed.uploadId, { upAxis: 'z' }))
})

await t.test('a correction with a lost job is restarted, and fails after the last attempt', async (t) => {
  const { uploadId } = await makeReadyUpload(db, owner)
  const stuck = async () => {
    await sql`update uploads set updated_at = now() - interval '1 hour' where id = ${uploadId}`.execute(db)
    return (await stuckUploads(db, { seconds: 60, limit: 100 })).find(({ id }) => id === uploadId)
  }
  t.equal(await stuck(), undefined, 'at rest')
  await correctUpload(db, uploadId, { upAxis: 'z' })
  t.equal(await stuck(), undefined, 'it waits in line')
  await admitWaiting(db, 'uploads', 1_000)
  for (let redrives = 0; redrives < MAX_UPLOAD_RESTARTS; redrives++) {
    const found = (await stuck())!
    t.match(found, { isCorrected: true, attempt: redrives + 2, redrives })
    t.ok(await redriveUpload(db, found))
  }
  t.ok(await redriveUpload(db, (await stuck())!))
  t.match(await upload(uploadId), {
    ...{ stage: 'ready_to_publish', wantedCorrection: null, correctionFailure: { code: 'PROCESSING_FAILED' } },
  })
  t.equal(await stuck(), undefined)
  const events = await db.selectFrom('events').select('type').where('subject_id', '=', uploadId).execute()
  t.equal(events.filter(({ type }) => type === 'upload.remake').length, MAX_UPLOAD_RESTARTS + 1)
})
