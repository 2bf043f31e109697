import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { REMOVAL_DAYS, REMOVAL_NOTICE_DAYS } from '@toile/contracts/uploads/removals.constants'
import { makeActivity, makeReleasedWork } from '@toile/testing/activities'
import { makeCourse } from '@toile/testing/courses'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeImage, makeReadyUpload, makeUpload, makeUser, makeVideo } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { inTransaction } from '../client.js'
import { imageReferences } from '../image-references.js'
import { setFollow } from '../users/creators.js'
import { insertMarketItem } from '../market/market-backstage.js'
import { sendMessage } from '../messages/messages-sent.js'
import { setProfileImage } from '../users/profiles.js'
import { announcePictures, announceUploads, checkReferences, removePictures, removeUploads } from './removals.js'
import { addMember, insertTenant } from '../tenants/tenants-backstage.js'
import type { User } from '../users/users.js'
import { insertWork, updateWork } from '../works/works-transitions.js'

let test: TestDatabase
let ann: User
t.before(async () => {
  test = await createTestDatabase()
})
t.beforeEach(async () => {
  ann = await makeUser(test.db)
})
t.teardown(() => test.drop())

/** Simulates that days have passed. */
async function pass(days: number): Promise<void> {
  const later = (column: string) => sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(days => ${days})`
  const both = sql`${later('removal_due_at')}, ${later('removal_announced_at')}`
  await sql`update images set ${both}, ${later('references_checked_at')}`.execute(test.db)
  await sql`update uploads set ${both}`.execute(test.db)
}
async function tick(): Promise<void> {
  await checkReferences(test.db)
  await announcePictures(test.db)
  await announceUploads(test.db)
  await removePictures(test.db)
  await removeUploads(test.db)
}
const rows = async (table: 'images' | 'uploads' | 'works') =>
  new Set((await test.db.selectFrom(table).select('id').execute()).map(({ id }) => id))
const notificationsOf = async ({ id }: User) =>
  (await test.db.selectFrom('notifications').select(['kind', 'params']).where('user_id', '=', id).execute())
    .filter(({ kind }) => kind === 'removal')
    .map(({ params }) => params)
const mailed = async ({ id }: User) =>
  (await test.db.selectFrom('mails').select(['kind', 'params']).where('user_id', '=', id).execute()).filter(
    ({ kind }) => kind === 'uploads_removal',
  )
const filesOf = async ({ id }: User) => {
  const files = await test.db.selectFrom('files').select('state').where('owner_id', '=', id).execute()
  return files.map(({ state }) => state)
}
const isWaiting = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.db)
  return rows.length > 0
}
const dayIn = async (days: number) => {
  const { rows } = await sql<{
    day: string
  }>`select to_char((now() + make_interval(days => ${days})) at time zone 'utc', 'YYYY-MM-DD') as day`.execute(test.db)
  return rows[0]!.day
}

const placeOf = ({ table, column, key }: { table: string; column: string; key?: string }) =>
  [table, column, ...(key ? [key] : [])].join('.')

/** Columns that might hold shown images but do not, and what they hold. New columns go here or in `imageReferences`. */
const others: Record<string, string> = {
  'image_variants.image_id': 'the picture that it is a size of',
  'work_versions.picture_file_ids': 'files, which are kept by themselves',
  'activities.criteria': 'texts',
  'activities.tiers': 'texts and money',
  'activity_scores.scores': 'numbers',
  'alerts.params': 'numbers and names',
  'announcements.texts': 'plain texts',
  'audit.after': 'what stands there still',
  'audit.params': 'names and numbers',
  'categories.names': 'texts',
  'comments.pin': 'a point',
  'course_videos.chapters': 'texts and seconds',
  'events.params': 'passes on within days',
  'idempotency_keys.answer': 'an answer of a day',
  'images.crop': 'numbers',
  'images.failure': 'a code',
  'images.variants': 'the files of image_variants',
  'mails.failure': 'a code',
  'mails.params': 'texts and ids of notifications',
  'notifications.params': 'texts and numbers',
  'notification_tasks.params': 'ids of people',
  'queue_health.health': 'numbers',
  'queue_health.recent': 'ids of jobs',
  'render_chunks.pieces': 'numbers',
  'table_exports.query': 'what was asked for',
  'renders.failure': 'a code',
  'renders.settings': 'numbers',
  'users.layout': 'works',
  'users.backstage_layouts': 'names of columns',
  'uploads.correction': 'numbers',
  'uploads.correction_failure': 'a code',
  'uploads.facts': 'numbers and names',
  'uploads.failure': 'a code',
  'uploads.report': 'names and numbers',
  'uploads.stages': 'times',
  'uploads.wanted_correction': 'numbers',
  'videos.failure': 'a code',
  'videos.storyboard': 'numbers',
  'work_versions.hotspots': 'texts and points',
  'works.hotspots': 'texts and points',
}

await t.test('every column that may hold image ids is in imageReferences or known to hold none', async (t) => {
  const { rows: columns } = await sql<{ place: string; is_list: boolean }>`
    select c.relname || '.' || a.attname as place, a.atttypid = 'uuid[]'::regtype as is_list
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and (
      a.atttypid in ('uuid[]'::regtype, 'json'::regtype, 'jsonb'::regtype)
      or (a.atttypid in ('uuid'::regtype, 'text'::regtype) and a.attname ~ '(image|picture|cover|banner|avatar)')
      or exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid
        and f.confrelid = 'images'::regclass and a.attnum = any(f.conkey)))
    order by 1`.execute(test.db)
  const declared = new Set(imageReferences.map(({ table, column }) => `${table}.${column}`))
  t.same(
    columns.map(({ place }) => place).filter((place) => !declared.has(place) && !others[place]),
    [],
    'decide what these hold',
  )
  const there = new Set(columns.map(({ place }) => place))
  t.same(
    [...declared, ...Object.keys(others)].filter((place) => !there.has(place)),
    [],
  )
  for (const { place, is_list: isList } of columns)
    if (declared.has(place))
      t.equal(imageReferences.find((one) => `${one.table}.${one.column}` === place)!.many ?? false, isList, place)

  const { rows: held } = await sql<{ place: string }>`
    select distinct c.relname || '.' || convert_from(trim(trailing '\\x00'::bytea from tgargs), 'utf8') as place
    from pg_trigger join pg_class c on c.oid = tgrelid where tgfoid = 'hold_images'::regproc order by 1`.execute(
    test.db,
  )
  t.same(
    held.map(({ place }) => place),
    imageReferences
      .filter(({ table, many }) => many && table !== 'work_versions')
      .map(({ table, column }) => `${table}.${column}`)
      .sort(),
    'lists of pictures hold them as foreign keys do',
  )
})

await t.test('U16 an image stays wherever it is shown, and an unused one is removed after 30 days', async (t) => {
  // Creates a row in each table that may show an image, except `audit`, whose rows are inserted below.
  const admin = await makeUser(test.db, { group: 'admin' })
  await makeReleasedWork(test.db, ann)
  await makeActivity(test.db, 'upcoming')
  await makeCourse(test.db, admin)
  await insertMarketItem(test.db, newId(), { title: 'Linen', licence: 'Free' })
  await setFollow(test.db, admin.id, ann.id, true)
  await sendMessage(test.db, admin.id, { senderId: ann.id, body: 'Look' })
  await sql`insert into reports (id, reporter_id, kind, subject_id, reason, evidence)
    values (${newId()}, ${admin.id}, 'user', ${ann.id}, 'Spam', '{}')`.execute(test.db)

  const shown = new Map<string, string>()
  for (const reference of imageReferences) {
    const { table, column, key, many } = reference
    const id = await makeImage(test.db, ann, 'inline')
    shown.set(id, placeOf(reference))
    if (table === 'audit')
      await sql`insert into audit (id, action, subject_kind, before)
        values (${newId()}, 'user.cleared', 'user', jsonb_build_object(${key!}::text, ${id}::text))`.execute(test.db)
    else
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${
        key ? sql`jsonb_build_object(${key}::text, ${id}::text)` : many ? sql`array[${id}::uuid]` : sql`${id}::uuid`
      } where ctid = (select max(ctid) from ${sql.table(table)})`.execute(test.db)
  }
  const unused = [await makeImage(test.db, ann, 'cover'), await makeImage(test.db, ann, 'inline')]
  const failed = await makeImage(test.db, ann, 'cover')
  await sql`update images set status = 'failed' where id = ${failed}`.execute(test.db)

  await tick()
  await pass(REMOVAL_DAYS - REMOVAL_NOTICE_DAYS - 1)
  await tick()
  t.same(await notificationsOf(ann), [], 'three weeks')
  await pass(2)
  await tick()
  const date = await dayIn(REMOVAL_NOTICE_DAYS)
  t.same(await notificationsOf(ann), [{ removal: 'pictures', count: 2, date }])
  await tick()
  await pass(REMOVAL_NOTICE_DAYS - 1)
  await tick()
  t.equal((await notificationsOf(ann)).length, 1, 'once')
  const kept = await rows('images')
  t.ok(
    unused.every((id) => kept.has(id)),
    'not before that day',
  )
  await pass(2)
  await tick()
  const left = await rows('images')
  t.same(
    [...unused, failed].filter((id) => left.has(id)),
    [],
  )
  for (const [id, place] of shown) t.ok(left.has(id), place)
  t.equal((await filesOf(ann)).filter((state) => state === 'deleted').length, 6, 'with the bytes of each')

  const [id] = shown.keys()
  await sql`update users set avatar_id = null where avatar_id = ${id!}`.execute(test.db)
  await pass(8)
  await tick()
  await pass(REMOVAL_DAYS - REMOVAL_NOTICE_DAYS + 1)
  await tick()
  t.match(
    (await notificationsOf(ann))[1],
    { removal: 'picture', count: 1 },
    'shown before, it has 30 days from when that is seen',
  )
  await pass(REMOVAL_NOTICE_DAYS + 1)
  await tick()
  t.notOk((await rows('images')).has(id!))
})

await t.test('U16 an image that is announced for removal and then shown stays', async (t) => {
  const id = await makeImage(test.db, ann, 'avatar')
  await pass(REMOVAL_DAYS - 3)
  await tick()
  t.equal((await notificationsOf(ann)).length, 1)
  await setProfileImage(test.db, ann.id, 'avatar', id)
  await pass(REMOVAL_DAYS)
  await tick()
  t.ok((await rows('images')).has(id))
})

await t.test('U16 nothing is removed without an announcement, however late the jobs run', async (t) => {
  const una = await makeUser(test.db, { verified: false })
  const { uploadId } = await makeReadyUpload(test.db, una)
  const picture = await makeImage(test.db, una, 'cover')
  await pass(2 * REMOVAL_DAYS)
  t.same([await removePictures(test.db), await removeUploads(test.db)], [0, 0])
  const date = await dayIn(REMOVAL_NOTICE_DAYS)
  await tick()
  t.same(await notificationsOf(una), [
    { removal: 'picture', count: 1, date },
    { removal: 'upload', count: 1, date },
  ])
  await pass(REMOVAL_NOTICE_DAYS - 1)
  await tick()
  t.ok((await rows('images')).has(picture) && (await rows('uploads')).has(uploadId))
  await pass(2)
  await tick()
  t.notOk((await rows('images')).has(picture) || (await rows('uploads')).has(uploadId))
})

await t.test('U16 an image is not removed while a user shows it, and not shown once it is removed', async (t) => {
  const workId = newId()
  await inTransaction(test.db, (trx) => insertWork(trx, { id: workId, ownerId: ann.id }))
  const due = async (purpose: 'cover' | 'detail') => {
    const id = await makeImage(test.db, ann, purpose)
    await pass(REMOVAL_DAYS - 3)
    await tick()
    await pass(REMOVAL_NOTICE_DAYS + 3)
    return id
  }
  for (const purpose of ['cover', 'detail'] as const) {
    const id = await due(purpose)
    const fields = purpose === 'cover' ? { cover_id: id } : { image_ids: [id] }
    const showing = await test.db.startTransaction().execute()
    await updateWork(showing, workId, fields)
    t.equal(await removePictures(test.db), 0, `${purpose}: another transaction holds it`)
    await showing.commit().execute()
    t.equal(await removePictures(test.db), 0, `${purpose}: it is shown`)
    t.ok((await rows('images')).has(id))

    const late = await due(purpose)
    const removing = await test.db.startTransaction().execute()
    t.equal(await removePictures(removing), 1)
    const other = purpose === 'cover' ? { cover_id: late } : { image_ids: [late] }
    const shown = inTransaction(test.db, (trx) => updateWork(trx, workId, other))
    const refused = t.rejects(shown, { code: '23503' }, `${purpose}: too late`)
    await Promise.race([refused, until(isWaiting)])
    await removing.commit().execute()
    await refused
  }
})

await t.test(
  'U16 uploads of a user who never confirms an email are removed after 30 days with everything made of them',
  async (t) => {
    const una = await makeUser(test.db, { verified: false })
    const { uploadId, coverId } = await makeReadyUpload(test.db, una)
    const { uploadId: video } = await makeVideo(test.db, una)
    await sql`update uploads set stage = 'failed' where id = ${video}`.execute(test.db)
    const unfinished = await makeUpload(test.db, una)
    const [draft, mine] = [newId(), await makeReadyUpload(test.db, ann)]
    await inTransaction(test.db, (trx) =>
      insertWork(trx, {
        id: draft,
        ownerId: una.id,
        title: 'A dress to be',
        upload_id: uploadId,
        video_upload_id: video,
        cover_id: coverId,
        image_ids: [coverId],
      }),
    )
    await pass(REMOVAL_DAYS - REMOVAL_NOTICE_DAYS - 1)
    await tick()
    t.same([await notificationsOf(una), await mailed(una)], [[], []])
    await pass(2)
    await tick()
    await tick()
    const date = await dayIn(REMOVAL_NOTICE_DAYS)
    t.same(await notificationsOf(una), [{ removal: 'uploads', count: 2, date }])
    t.match(await mailed(una), [{ params: { date } }])
    await pass(REMOVAL_NOTICE_DAYS - 1)
    await tick()
    t.ok((await rows('uploads')).has(uploadId), 'not before that day')
    await pass(2)
    await tick()
    const left = await rows('uploads')
    t.same(
      [uploadId, video, unfinished, mine.uploadId].map((id) => left.has(id)),
      [false, false, true, true],
      'what is unfinished has its own day, and what is others’ stays',
    )
    t.notOk((await rows('images')).has(coverId))
    t.same(new Set(await filesOf(una)), new Set(['deleted', 'pending']))
    const columns = ['title', 'upload_id', 'video_upload_id', 'cover_id', 'image_ids'] as const
    t.match(
      await test.db.selectFrom('works').select(columns).where('id', '=', draft).executeTakeFirst(),
      { title: 'A dress to be', upload_id: null, video_upload_id: null, cover_id: null, image_ids: [] },
      'its draft keeps its words',
    )
    t.equal((await notificationsOf(una)).length + (await mailed(una)).length, 2, 'notified once')
  },
)

await t.test(
  'U16 an upload stays once its owner confirms an email, even at the last moment, or joins a tenant',
  async (t) => {
    const [una, ned, mia] = [
      await makeUser(test.db, { verified: false }),
      await makeUser(test.db, { verified: false }),
      await makeUser(test.db, { verified: false }),
    ]
    const uploads = await Promise.all([una, ned, mia].map((owner) => makeReadyUpload(test.db, owner)))
    const admin = await makeUser(test.db, { group: 'admin' })
    const quota = { storage_bytes: 1_000_000_000, renders_per_month: 10 }
    await pass(REMOVAL_DAYS - 3)
    await tick()
    t.same(await Promise.all([una, ned, mia].map(async (one) => (await notificationsOf(one)).length)), [1, 1, 1])
    const confirm = (trx: typeof test.db, { id }: User) =>
      trx.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', id).execute()
    await confirm(test.db, una)
    const tenantId = await insertTenant(test.db, { name: 'Studio', contact: '', ...quota }, admin.id)
    await addMember(test.db, { id: tenantId, userId: mia.id, actorId: admin.id })
    await pass(REMOVAL_DAYS)
    const confirming = await test.db.startTransaction().execute()
    await confirm(confirming, ned)
    const removing = removeUploads(test.db)
    await Promise.race([removing, until(isWaiting)])
    await confirming.commit().execute()
    t.equal(await removing, 0)
    const left = await rows('uploads')
    t.ok(uploads.every(({ uploadId }) => left.has(uploadId)))
  },
)
