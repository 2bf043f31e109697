import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import {
  imageArrows,
  imageStatuses,
  MAX_IMAGE_RESTARTS,
  type ImageStatus,
} from '@toile/contracts/images/images.constants'
import { MAX_BYTES_PER_USER } from '@toile/contracts/uploads/uploads.constants'
import { storageKey } from '@toile/storage/keys'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeReadyUpload, makeUser } from '@toile/testing/factories'
import { inTransaction } from '../client.js'
import {
  abandonFile,
  abandonFiles,
  assertRoomFor,
  filesToPurge,
  forgetFile,
  insertFile,
  type NewFile,
} from '../files/files.js'
import { findImageJob, findImages, imagesOfUploads } from './images.js'
import { failImage, moveImage, readyImage, receiveImage, redriveImage, stuckImages } from './images-transitions.js'
import { admitWaiting } from '../files/admission-queues.js'
import { deleteWork, insertWork, moveWork, updateWork } from '../works/works-transitions.js'
import type { User } from '../users/users.js'

let test: TestDatabase
let owner: User
t.before(async () => {
  test = await createTestDatabase()
})
t.beforeEach(async () => {
  owner = await makeUser(test.db)
})
t.teardown(() => test.drop())

const announced = (over: Partial<NewFile> = {}): NewFile => {
  const id = newId()
  return {
    id,
    ownerId: owner.id,
    kind: 'original',
    key: storageKey('originals', id),
    contentType: 'application/octet-stream',
    bytes: 10,
    sha256: null,
    state: 'pending',
    ...over,
  }
}

async function received(): Promise<string> {
  const file = announced()
  const id = newId()
  await insertFile(test.db, file)
  const original = { fileId: file.id, bytes: 7, sha256: 'abc' }
  await receiveImage(test.db, { id, ownerId: owner.id, purpose: 'cover', crop: null, original })
  return id
}

const made = () => {
  const id = newId()
  const key = storageKey('images', id, { name: '1x.1', hash: 'abc', extension: 'webp' })
  const file = announced({ id, key, kind: 'image', state: 'stored' })
  const variants = [{ name: '1x.webp', width: 308, height: 410, format: 'webp', file }]
  return { width: 308, height: 410, blurhash: 'x', variants }
}

const eventsOf = async (id: string) =>
  (
    await test.db
      .selectFrom('events')
      .select(['type', 'attempt', 'version'])
      .where('subject_id', '=', id)
      .orderBy('version')
      .execute()
  ).map(({ type, attempt, version }) => `${type} ${attempt} ${version}`)

await t.test(
  'an image changes state only along its allowed transitions, with one event and one version per change',
  async (t) => {
    for (const from of imageStatuses)
      for (const to of imageStatuses) {
        const id = await received()
        const path: Record<ImageStatus, ImageStatus[]> = {
          pending: [],
          processing: ['processing'],
          ready: ['processing', 'ready'],
          failed: ['failed'],
        }
        for (const status of path[from]) await moveImage(test.db, { id, to: status, attempt: 1 })
        t.equal(await moveImage(test.db, { id, to, attempt: 1 }), imageArrows[from].includes(to), `${from} to ${to}`)
        t.notOk(await moveImage(test.db, { id, to, attempt: 2 }), 'another attempt moves nothing')
      }
    const id = await received()
    await moveImage(test.db, { id, to: 'processing', attempt: 1 })
    await readyImage(test.db, { id, attempt: 1 }, made())
    t.same(await eventsOf(id), ['image.received 1 1', 'image.processing 1 2', 'image.ready 1 3'])
  },
)

await t.test('Q04 marking an image ready ten times at once stores one set of variants', async (t) => {
  const id = await received()
  await moveImage(test.db, { id, to: 'processing', attempt: 1 })
  const done = await Promise.all(Array.from({ length: 10 }, () => readyImage(test.db, { id, attempt: 1 }, made())))
  t.equal(done.filter(Boolean).length, 1)
  const [image] = await findImages(test.db, [id])
  t.match(image, { status: 'ready', width: 308, variants: { length: 1 } })
  const files = await test.db.selectFrom('files').select('id').where('owner_id', '=', owner.id).execute()
  t.equal(files.length, 2, 'the original and one variant; what lost is rolled back')
})

await t.test('Q05 a stuck image gets another attempt and fails after the last one', async (t) => {
  const id = await received()
  await admitWaiting(test.db, 'images', 1_000)
  const age = () => sql`update images set updated_at = now() - interval '1 hour' where id = ${id}`.execute(test.db)
  const stuck = async () => (await stuckImages(test.db, { seconds: 60, limit: 50 })).find((one) => one.id === id)
  t.notOk(await stuck(), 'a fresh one is left alone')
  for (let round = 1; round <= MAX_IMAGE_RESTARTS; round++) {
    await age()
    const seen = (await stuck())!
    t.equal(seen.attempt, round)
    const driven = await Promise.all([redriveImage(test.db, seen), redriveImage(test.db, seen)])
    t.equal(driven.filter(Boolean).length, 1, 'a second relay that saw the same row does nothing')
    if (round === 1) await moveImage(test.db, { id, to: 'processing', attempt: 2 })
    t.notOk(await readyImage(test.db, { id, attempt: round }, made()), 'the old attempt comes too late')
  }
  await age()
  await redriveImage(test.db, (await stuck())!)
  t.match((await findImages(test.db, [id]))[0], { status: 'failed', failure: { code: 'PROCESSING_FAILED' } })
})

await t.test('a failed image keeps no bytes: its original is purged and no longer counts', async (t) => {
  const id = await received()
  t.ok(await failImage(test.db, { id, attempt: 1 }, { code: 'NOT_AN_IMAGE', params: {} }))
  t.match(await findImageJob(test.db, id), { status: 'failed', originalKey: null })
  const files = () => test.db.selectFrom('files').select(['id', 'state']).where('owner_id', '=', owner.id).execute()
  const [original] = await files()
  t.equal(original?.state, 'deleted')
  t.ok((await filesToPurge(test.db, 100)).some((file) => file.id === original!.id))
  await forgetFile(test.db, original!.id)
  t.same(await files(), [])
  t.notOk(await failImage(test.db, { id, attempt: 1 }, { code: 'NOT_AN_IMAGE', params: {} }), 'only once')
})

await t.test(
  'U16 announced bytes count at once under concurrent calls; bytes that never arrive stop counting',
  async (t) => {
    const third = Math.ceil(MAX_BYTES_PER_USER / 3)
    const announce = () =>
      inTransaction(test.db, async (trx) => {
        await assertRoomFor(trx, owner.id, third)
        await insertFile(trx, announced({ bytes: third }))
      })
    const results = await Promise.allSettled([announce(), announce(), announce(), announce()])
    t.equal(results.filter((result) => result.status === 'fulfilled').length, 2)
    t.match(results.find((result) => result.status === 'rejected')?.reason, { code: 'STORAGE_QUOTA' })
    await sql`update files set created_at = now() - interval '25 hours' where owner_id = ${owner.id}`.execute(test.db)
    await abandonFiles(test.db)
    await t.resolves(announce())
  },
)

await t.test('U16 bytes announced by unconfirmed users of one network count together while files exist', async (t) => {
  const people = await Promise.all([1, 2, 3].map(() => makeUser(test.db, { verified: false })))
  const quota = { maxBytes: 100, maxUnfinishedUploads: 1, maxBytesPerNetwork: 100, networkHash: Buffer.from('hash') }
  const announce = async ({ id: ownerId }: { id: string }) => {
    const file = { ...announced({ bytes: 60 }), ownerId }
    await inTransaction(test.db, async (trx) =>
      insertFile(trx, { ...file, ...(await assertRoomFor(trx, ownerId, 60, quota)) }),
    )
    return file.id
  }
  const first = people.slice(0, 2)
  const results = await Promise.allSettled(first.map(announce))
  t.same(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'at once')
  const [third] = people.slice(2)
  await t.rejects(announce(third!), { code: 'UNVERIFIED_NETWORK_LIMIT', retryAfterSeconds: Number })
  for (const result of results) if (result.status === 'fulfilled') await abandonFile(test.db, result.value)
  const id = await announce(third!)
  await t.rejects(announce(first[0]!), { code: 'UNVERIFIED_NETWORK_LIMIT' })
  await sql`update users set email_verified_at = now() where id = ${third!.id}`.execute(test.db)
  await t.resolves(announce(first[0]!), 'who has proven an address counts no more')
  const hashOf = async () => {
    const file = test.db.selectFrom('files').select('network_hash').where('id', '=', id)
    return (await file.executeTakeFirstOrThrow()).network_hash
  }
  t.ok(await hashOf())
  await sql`update files set created_at = now() - interval '25 hours' where id = ${id}`.execute(test.db)
  await abandonFiles(test.db)
  t.equal(await hashOf(), null, 'after a day nothing tells of the network')
})

await t.test('U16 a user without a confirmed email stores nothing if no quota is passed', async (t) => {
  const una = await makeUser(test.db, { verified: false })
  const announce = () => inTransaction(test.db, (trx) => assertRoomFor(trx, una.id, 1))
  await t.rejects(announce(), { code: 'EMAIL_UNVERIFIED' })
})

await t.test('U21 a file is public exactly while a released public work shows it', async (t) => {
  const { uploadId, coverId } = await makeReadyUpload(test.db, owner)
  const own = await received()
  await moveImage(test.db, { id: own, to: 'processing', attempt: 1 })
  await readyImage(test.db, { id: own, attempt: 1 }, made())
  const id = newId()
  const workId = newId()
  const isPublic = async (imageId: string) => (await findImages(test.db, [imageId]))[0]!.public
  const originals = async () =>
    (
      await test.db
        .selectFrom('files')
        .select('public')
        .where('owner_id', '=', owner.id)
        .where('kind', '=', 'original')
        .execute()
    ).map((file) => file.public)
  await inTransaction(test.db, async (trx) => {
    await insertWork(trx, { id, ownerId: owner.id, upload_id: uploadId, cover_id: own })
    await insertWork(trx, { id: workId, ownerId: owner.id })
  })
  t.same([await isPublic(own), await isPublic(coverId)], [false, false], 'a draft shows nothing')
  await inTransaction(test.db, (trx) => moveWork(trx, id, 'released'))
  t.same([await isPublic(own), await isPublic(coverId)], [true, true])
  await inTransaction(test.db, (trx) => updateWork(trx, id, { cover_id: coverId }))
  t.same([await isPublic(own), await isPublic(coverId)], [false, true], 'a cover that was replaced is hidden')
  await inTransaction(test.db, async (trx) => {
    await updateWork(trx, workId, { cover_id: own })
    await moveWork(trx, workId, 'released')
    await updateWork(trx, id, { cover_id: own })
    await updateWork(trx, id, { cover_id: coverId })
  })
  t.equal(await isPublic(own), true, 'another work still shows it')
  await inTransaction(test.db, (trx) => updateWork(trx, id, { visibility: 'private' }))
  t.equal(await isPublic(coverId), false)
  await inTransaction(test.db, (trx) => moveWork(trx, workId, 'trashed'))
  t.equal(await isPublic(own), false)
  t.ok(await deleteWork(test.db, workId))
  t.same(new Set(await originals()), new Set([false]), 'originals never are')
  t.equal((await imagesOfUploads(test.db, [uploadId])).length, 1)
})
