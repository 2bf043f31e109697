import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Comment } from '@toile/contracts/comments/comments'
import type { BackstageComment } from '@toile/contracts/comments/comments-backstage'
import type { Notification } from '@toile/contracts/notifications/notifications'
import type { BulkResponse } from '@toile/contracts/backstage/tables'
import type { Work, WorkCard } from '@toile/contracts/works/works'
import type { BackstageWork, UnlistedWork } from '@toile/contracts/works/works-backstage'
import { inBulk } from '@toile/db/bulk'
import { inTransaction } from '@toile/db/client'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { markCountersPublished, dirtyCounters } from '@toile/db/works/work-counters'
import { hideWork, unhideWork } from '@toile/db/moderation/work-moderation'
import { insertWork } from '@toile/db/works/works-transitions'
import { newId } from '@toile/contracts/ids'
import { makeActivity, makeReleasedWork, setPhase } from '@toile/testing/activities'
import { makeCourse } from '@toile/testing/courses'
import { makeReadyUpload, makeRender, makeUpload } from '@toile/testing/factories'
import { seedWorks } from '@toile/testing/seeded-works'
import { caller, json, startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
let admin: Person
let other: Person
t.before(async () => {
  api = await startTestApi()
  admin = await api.person({ group: 'admin' })
  other = await api.person()
})
t.teardown(() => api.close())

type List<T> = { items: T[]; total: number }
const REASON = 'Not your own photograph'
const backstage = (path: string, body: object) => json<BulkResponse>(admin.call('POST', `/backstage/${path}`, { body }))
const hide = (...ids: string[]) => backstage('works/hide', { ids, reason: REASON })
const audits = async () => (await sql<{ n: number }>`select count(*)::int as n from audit`.execute(api.db)).rows[0]!.n
const notificationsOf = async (person: Person) =>
  (await json<List<Notification>>(person.call('GET', '/notifications?tab=notifications'))).items

/** Looks in all places where others could find a work called Marigold. @returns the places that show it */
async function traces({ workId, ownerId, activityId, spinId }: Marigold, as?: Person): Promise<string[]> {
  const call = as?.call ?? caller(api.url)
  const ways = [
    `/works/${workId}`,
    `/works/${workId}/comments`,
    `/works/${workId}/versions`,
    `/oembed?url=${encodeURIComponent(`${api.config.publicUrl}/project/${workId}`)}`,
    `/renders/${spinId}/spin`,
    '/works?limit=100',
    '/works?sort=popular&limit=100',
    '/works?q=marigold',
    '/tags?q=marigold',
    `/users/${ownerId}/works`,
    `/activities/${activityId}/works`,
    `/activities/${activityId}/participants`,
  ]
  const pages = [`/project/${workId}`, `/embed/${workId}`]
  const found = await Promise.all(
    [...ways, ...pages].map(async (path) => {
      const reply = await call('GET', path, { headers: pages.includes(path) ? { accept: 'text/html' } : {} })
      const text = await reply.text()
      return reply.ok && (path.includes(workId) || /spin$/.test(path) || /marigold/i.test(text)) ? path : []
    }),
  )
  return found.flat()
}

interface Marigold {
  workId: string
  ownerId: string
  activityId: string
  spinId: string
}

async function marigold(owner: Person): Promise<Marigold> {
  const activityId = await makeActivity(api.db, 'submission')
  await sql`insert into activity_registrations values (${activityId}, ${owner.user.id}, date_trunc('milliseconds', now()))`.execute(
    api.db,
  )
  const workId = await makeReleasedWork(api.db, owner.user, 'Marigold dress')
  await owner.call('PATCH', `/works/${workId}`, { body: { tags: ['marigold'] } })
  await submitWork(api.db, { activityId, workId, userId: owner.user.id })
  const { uploadId } = await json<Work>(owner.call('GET', `/works/${workId}`))
  const spinId = await makeRender(api.db, owner.user, { workId, type: 'spin', uploadId: uploadId! })
  await sql`update renders set status = 'finished', shared = true where id = ${spinId}`.execute(api.db)
  return { workId, ownerId: owner.user.id, activityId, spinId }
}

await t.test('C13 only its owner and administrators can see a hidden work, anywhere', async (t) => {
  const ann = await api.person()
  const work = await marigold(ann)
  const before = await traces(work)
  t.equal(before.length, 13, before.join(' '))
  const files = () =>
    sql<{ public: boolean }>`select distinct f.public from files f where owner_id = ${ann.user.id}
      and kind <> 'original'`.execute(api.db)
  t.same((await files()).rows, [{ public: true }])
  const seen = (await json<Work>(caller(api.url)('GET', `/works/${work.workId}`))).model!.url

  const audited = await audits()
  t.same(await hide(work.workId), { done: 1, skipped: [] })
  t.equal(await audits(), audited + 1, 'B04 one row of the audit')
  for (const as of [undefined, other]) t.same(await traces(work, as), [])
  t.same((await files()).rows, [{ public: false }])
  t.equal((await fetch(seen)).status, 404, 'an earlier link to its file')
  t.equal((await other.call('GET', `/works/${work.workId}/download`)).status, 404)

  for (const who of [ann, admin])
    t.match(await json<Work>(who.call('GET', `/works/${work.workId}`)), {
      hidden: { reason: REASON },
      model: { url: /signature=/ },
    })
  const mine = await json<{ items: WorkCard[] }>(ann.call('GET', '/me/works?state=released'))
  t.match(mine.items, [{ id: work.workId, hidden: { reason: REASON } }])
  t.match(await notificationsOf(ann), [
    { kind: 'moderation', message: 'Marigold dress was hidden by a moderator', excerpt: REASON, actors: [] },
  ])
  t.equal((await ann.call('PATCH', `/works/${work.workId}`, { body: { intro: 'My own now.' } })).status, 200)
  await ann.call('POST', `/works/${work.workId}/unpublish`)
  t.equal(
    (await admin.call('GET', `/works/${work.workId}`)).status,
    404,
    'B03 what its owner keeps is not for operators',
  )
  await ann.call('POST', `/works/${work.workId}/publish`)
  t.same(await traces(work), [], 'publishing it anew does not show it')

  t.match(await backstage('works/unhide', { ids: [work.workId], reason: 'Shown to be theirs' }), { done: 1 })
  t.same(await traces(work), before)
  t.match(await notificationsOf(ann), [
    { message: 'Marigold dress is visible again', excerpt: 'Shown to be theirs' },
    {},
  ])
  const { rows } = await sql`select action, reason, before, after, undoes is not null as back from audit
    where subject_id = ${work.workId} order by created_at`.execute(api.db)
  t.same(rows, [
    { action: 'work.hidden', reason: REASON, before: { hidden: 'no' }, after: { hidden: 'yes' }, back: false },
    {
      action: 'work.unhidden',
      reason: 'Shown to be theirs',
      before: { hidden: 'yes' },
      after: { hidden: 'no' },
      back: true,
    },
  ])
})

await t.test('B05 skips winners, and a dry run says the same and changes nothing', async (t) => {
  const ann = await api.person()
  const activityId = await makeActivity(api.db, 'submission')
  await sql`insert into activity_registrations values (${activityId}, ${ann.user.id}, date_trunc('milliseconds', now()))`.execute(
    api.db,
  )
  const winner = await makeReleasedWork(api.db, ann.user)
  const submission = await submitWork(api.db, { activityId, workId: winner, userId: ann.user.id })
  await setPhase(api.db, activityId, 'awarding')
  await sql`insert into activity_awards (activity_id, slot, submission_id, work_id, rank, title, bonus)
    values (${activityId}, 1, ${submission}, ${winner}, 1, 'First prize', 100)`.execute(api.db)
  const plain = [await makeReleasedWork(api.db, ann.user), await makeReleasedWork(api.db, ann.user)]
  const gone = newId()
  const ids = [winner, ...plain, gone]
  const state = async () =>
    (
      await sql`select (select count(*) from works where hidden_at is not null) as hidden,
        (select count(*) from audit) as audit, (select count(*) from notifications) as notified,
        (select count(*) from events) as events, (select sum(version) from works) as versions`.execute(api.db)
    ).rows[0]
  const before = await state()
  const tried = await backstage('works/hide', { ids, reason: REASON, dryRun: true })
  t.same(await state(), before)
  t.equal(tried.done, 2)
  const codes = ({ skipped }: BulkResponse) => Object.fromEntries(skipped.map(({ id, code }) => [id, code]))
  t.same(codes(tried), { [winner]: 'WORK_WON', [gone]: 'NOT_FOUND' })
  t.same(await backstage('works/hide', { ids, reason: REASON }), tried, 'the real run does what the dry run said')
  t.match(await hide(winner), { done: 0, skipped: [{ code: 'WORK_WON', message: /won a prize/ }] })
  t.match(await hide(plain[0]!), { done: 0, skipped: [{ code: 'NOTHING_CHANGED' }] })
  await sql`delete from activity_awards where work_id = ${winner}`.execute(api.db)
  t.match(await hide(winner), { done: 1 }, 'without the award it is a work like any other')
})

await t.test('B05 a kill in the middle of 500 leaves nothing half done', async (t) => {
  const ann = await api.person()
  const ids = await seedWorks(api.db, ann.user, 500)
  const audited = await audits()
  let done = 0
  const killed = inBulk(api.db, ids, {}, async (trx, id) => {
    if (++done === 400) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
    await hideWork(trx, { id, actorId: admin.user.id, reason: REASON })
  })
  await t.rejects(killed)
  t.equal(done, 400)
  const left = await sql<{ n: number }>`select count(*)::int as n from works
    where owner_id = ${ann.user.id} and hidden_at is not null`.execute(api.db)
  t.same([left.rows[0]!.n, await audits(), (await notificationsOf(ann)).length], [0, audited, 0])
})

await t.test('two operators hide and show one work: each action happens once', async (t) => {
  const ann = await api.person()
  const id = await makeReleasedWork(api.db, ann.user)
  const action = { id, actorId: admin.user.id, reason: REASON }
  const race = (one: typeof hideWork) =>
    Promise.allSettled(Array.from({ length: 6 }, () => inTransaction(api.db, (trx) => one(trx, action))))
  for (const one of [hideWork, unhideWork]) {
    const results = await race(one)
    t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  }
  t.equal((await notificationsOf(ann)).length, 2)
})

await t.test('featured works are marked, listed separately, and rank higher among the popular', async (t) => {
  const ann = await api.person()
  const [older, newer] = [await makeReleasedWork(api.db, ann.user), await makeReleasedWork(api.db, ann.user)]
  const feature = (id: string, featured: boolean) =>
    backstage('works/feature', { ids: [id], featured, reason: 'Of the week' })
  const popular = async (more = '') => {
    await markCountersPublished(api.db, await dirtyCounters(api.db, 1_000))
    const page = await json<{ items: WorkCard[] }>(
      caller(api.url)('GET', `/works?sort=popular&creator=${ann.user.id}${more}`),
    )
    return page.items.map(({ id, featured }) => (featured ? `${id} featured` : id))
  }
  t.same(await popular(), [newer, older])
  t.match(await feature(older, true), { done: 1 })
  t.same(await popular(), [`${older} featured`, newer])
  t.same(await popular('&featured=true'), [`${older} featured`])
  t.match(await feature(older, true), { done: 0, skipped: [{ code: 'NOTHING_CHANGED' }] })
  await ann.call('PATCH', `/works/${newer}`, { body: { visibility: 'private' } })
  t.match(await feature(newer, true), { done: 0, skipped: [{ code: 'WORK_NOT_PUBLIC' }] })
  t.match(await feature(older, false), { done: 1 })
  t.same(await popular(), [older])
})

await t.test(
  'the tables of works show why a work is not public, filter and sort, and show no private picture',
  async (t) => {
    const ann = await api.person({ name: `shelf-${Date.now().toString(36)}` })
    const make = (fields: object) => {
      const id = newId()
      return inTransaction(api.db, (trx) => insertWork(trx, { id, ownerId: ann.user.id, ...fields })).then(() => id)
    }
    const { uploadId, coverId } = await makeReadyUpload(api.db, ann.user)
    const unfinished = await make({ title: 'Only a name' })
    const ready = await make({ title: 'All there', upload_id: uploadId, cover_id: coverId })
    const processing = await make({ upload_id: await makeUpload(api.db, ann.user) })
    const [secret, hidden, shown] = [
      await makeReleasedWork(api.db, ann.user, 'Secret'),
      await makeReleasedWork(api.db, ann.user, 'Hidden'),
      await makeReleasedWork(api.db, ann.user, 'Shown'),
    ]
    await ann.call('PATCH', `/works/${secret}`, { body: { visibility: 'private' } })
    await hide(hidden)
    const trashed = await make({ title: 'Away' })
    await ann.call('POST', `/works/${trashed}/trash`)

    const unlisted = (query = '') =>
      json<List<UnlistedWork>>(admin.call('GET', `/backstage/unlisted?creator=${ann.user.id}${query}`))
    const whys = Object.fromEntries((await unlisted()).items.map(({ id, why }) => [id, why]))
    t.same(whys, {
      [unfinished]: 'unfinished',
      [ready]: 'ready',
      [processing]: 'processing',
      [secret]: 'private',
      [hidden]: 'hidden',
    })
    t.match(await unlisted('&why=hidden'), {
      total: 1,
      items: [{ hidden: { reason: REASON, by: { id: admin.user.id } } }],
    })

    await other.call('POST', '/reports', { body: { kind: 'work', id: shown, reason: 'Copied' } })
    const works = async (query: string) => {
      const { items, total } = await json<List<BackstageWork>>(
        admin.call('GET', `/backstage/works?creator=${ann.user.id}&${query}`),
      )
      return { items, total, titles: items.map(({ title }) => title) }
    }
    t.same((await works('sort=title&state=released')).titles, ['Hidden', 'Secret', 'Shown'])
    t.same((await works('sort=reports&order=desc&pageSize=1')).items[0], (await works('reported=true')).items[0])
    t.match((await works('reported=true')).items, [{ title: 'Shown', openReports: 1, won: false, featured: false }])
    t.same((await works('hidden=true')).titles, ['Hidden'])
    t.same((await works('q=SECR')).titles, ['Secret'])
    t.match(await works(`q=${ann.user.username}`), { total: 7 })
    const today = new Date().toISOString().slice(0, 10)
    t.match(await works(`from=${today}&to=${today}`), { total: 3 }, 'those that came out today')
    t.match(await works('to=2020-01-01'), { total: 0 })
    t.equal((await admin.call('GET', '/backstage/works?from=yesterday')).status, 422)
    const covers = (await works('state=released&sort=title')).items.map(({ cover }) => cover !== null)
    t.same(covers, [true, false, true], 'B03 no picture of what is private')
    t.match(await json<BackstageWork>(admin.call('GET', `/backstage/works/${hidden}`)), { title: 'Hidden' })
    t.equal((await admin.call('GET', `/backstage/works/${newId()}`)).status, 404)
  },
)

await t.test('a hidden comment leaves the same trace as a deleted one, and is restored unchanged', async (t) => {
  const [ann, bob, eve] = [await api.person(), await api.person(), await api.person()]
  const work = await makeReleasedWork(api.db, ann.user, 'Linen dress')
  const writeComment = (person: Person, body: object) =>
    json<Comment>(person.call('POST', `/works/${work}/comments`, { body }))
  const list = async (person = eve) =>
    (await json<{ items: Comment[] }>(person.call('GET', `/works/${work}/comments`))).items
  const count = async () => (await json<Work>(bob.call('GET', `/works/${work}`))).counters.comments
  const pin = { point: [0, 0.5, 0.1], normal: [0, 0, 1] }
  const first = await writeComment(bob, { body: `Rude words, @${ann.user.username}`, pin })
  const reply = await writeComment(ann, { body: 'Please not', parentId: first.id })
  const before = await list()

  const comments = (query: string) =>
    json<List<BackstageComment>>(admin.call('GET', `/backstage/comments?work=${work}&${query}`))
  t.match((await comments('sort=created&order=asc')).items, [
    { id: first.id, author: { id: bob.user.id }, place: { kind: 'work', id: work, title: 'Linen dress', open: true } },
    { id: reply.id, answers: { id: first.id, body: /Rude words/, author: { id: bob.user.id } } },
  ])
  const audited = await audits()
  t.match(await backstage('comments/hide', { ids: [first.id], reason: REASON, dryRun: true }), { done: 1 })
  t.same([await audits(), await list()], [audited, before])
  t.match(await backstage('comments/hide', { ids: [first.id, newId()], reason: REASON }), { done: 1, skipped: [{}] })
  t.equal(await audits(), audited + 1)
  t.match(await list(), [
    { deleted: true, body: '', author: null, pin: null, mentions: [], replies: [{ body: 'Please not' }] },
  ])
  t.match(
    await list(bob),
    [{ deleted: false, body: /Rude/, author: { id: bob.user.id }, pin, hidden: { reason: REASON } }],
    'to its author it stands there with the reason, so that they can appeal',
  )
  t.equal((await bob.call('POST', `/reports/${first.id}/appeal`, { body: { text: 'It was a joke' } })).status, 204)
  t.equal(await count(), 1)
  t.match(await notificationsOf(bob), [
    { message: 'Your comment on Linen dress was hidden by a moderator', excerpt: REASON },
  ])
  t.equal(
    ((await writeComment(ann, { body: 'x', parentId: first.id })) as object as { statusCode: number }).statusCode,
    422,
  )
  t.match(
    (await comments('hidden=true')).items,
    [{ body: /Rude/, hidden: { reason: REASON } }],
    'operators see what was said',
  )
  t.match(await backstage('comments/unhide', { ids: [first.id], reason: REASON }), { done: 1 })
  t.same([await list(), await count()], [before, 2])

  await backstage('comments/hide', { ids: [first.id, reply.id], reason: REASON })
  t.same([await list(), await count()], [[], 0], 'with its last answer the empty place goes')
  t.match(await list(ann), [{ deleted: true, body: '', replies: [{ id: reply.id, hidden: { reason: REASON } }] }])
  t.match(await backstage('comments/unhide', { ids: [reply.id], reason: REASON }), { done: 1 })
  t.equal((await bob.call('DELETE', `/comments/${first.id}`)).status, 204, 'what is hidden its author may still delete')
  t.match(await backstage('comments/unhide', { ids: [first.id], reason: REASON }), {
    done: 0,
    skipped: [{ code: 'NOT_FOUND' }],
  })
  t.equal(await count(), 1, 'and it is counted out once')

  const { courseId, videoIds } = await makeCourse(api.db, admin.user, ['Draping'])
  const lesson = await json<Comment>(bob.call('POST', `/videos/${videoIds[0]}/comments`, { body: { body: 'Slower' } }))
  const onVideos = await json<List<BackstageComment>>(admin.call('GET', '/backstage/comments?place=video&q=slow'))
  t.match(onVideos.items, [{ id: lesson.id, place: { kind: 'video', title: 'Draping', courseId, open: true } }])
  t.match(await backstage('comments/hide', { ids: [lesson.id], reason: REASON }), { done: 1 })
  t.same(await json<object>(eve.call('GET', `/videos/${videoIds[0]}/comments`)), { items: [], nextCursor: null })
})
