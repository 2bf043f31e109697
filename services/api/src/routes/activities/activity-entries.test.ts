import { createHash, verify } from 'node:crypto'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Activity } from '@toile/contracts/activities/activities'
import type { Entry, Receipt, WholeEntry } from '@toile/contracts/activities/activity-entries'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { register } from '@toile/db/activities/activity-registrations'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { requestImageReprocessing, swapImage } from '@toile/db/images/images-transitions'
import { insertWorkVersion } from '@toile/db/works/work-versions'
import { insertWork, moveWork, setHotspots, updateWork, type WorkFields } from '@toile/db/works/works-transitions'
import { makeActivity, makeReleasedWork, setPhase } from '@toile/testing/activities'
import { fileOf, makeImage, makeVideo } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { json, startTestApi, type Person } from '../../test-api.js'
import { activityCalls, codeOf } from './activities.test-support.js'

const api = await startTestApi()
t.teardown(() => api.close())
const { enter, participant, visitor } = activityCalls(api)
const MISSED = 'You have missed the submission time, unable to submit your work'

await t.test("200 entries race the deadline: the database's clock accepts or refuses each", async (t) => {
  const id = await makeActivity(api.db, 'submission', { max_submissions: 10 })
  const people: { person: Person; works: string[] }[] = []
  for (let i = 0; i < 20; i++) {
    const person = await api.person()
    const works = Array.from({ length: 10 }, () => newId())
    await inTransaction(api.db, async (trx) => {
      for (const work of works) {
        await insertWork(trx, { id: work, ownerId: person.user.id, title: 'A dress' })
        await moveWork(trx, work, 'released')
        await insertWorkVersion(trx, work)
      }
      await sql`insert into activity_registrations values (${id}, ${person.user.id}, now())`.execute(trx)
    })
    people.push({ person, works })
  }
  const send = async ({ person, workId }: { person: Person; workId: string }) => {
    const before = await clock()
    const response = await enter(person, id, workId)
    const body = (await response.json()) as { message: string; submittedAt: string }
    return { status: response.status, body, before, after: await clock() }
  }
  // Each user submits two works in time, seven in a race with the deadline, and one too late.
  const calls = people.map(({ person, works }) => works.map((workId) => ({ person, workId })))
  const early = await Promise.all(calls.flatMap((own) => own.slice(0, 2)).map(send))
  const end = Math.round((await clock()) + 200)
  await closeAt(id, end)
  const racing = await Promise.all(calls.flatMap((own) => own.slice(2, 9)).map(send))
  await until(async () => (await clock()) >= end)
  const late = await Promise.all(calls.flatMap((own) => own.slice(9)).map(send))
  const results = [...early, ...racing, ...late]
  const taken = results.filter(({ status }) => status === 201)
  const refused = results.filter(({ status }) => status === 409)
  t.equal(taken.length + refused.length, 200)
  t.ok(taken.length > 0 && refused.length > 0, `${taken.length} taken, ${refused.length} refused`)
  for (const { body, before } of taken)
    if (before >= end || Date.parse(body.submittedAt) >= end) t.fail('taken too late')
  for (const { body, after } of refused) if (after < end || body.message !== MISSED) t.fail('refused in time')
  const stored = await sql<{ n: number; late: number }>`select count(*)::int as n,
    count(*) filter (where submitted_at >= submission_ends_at)::int as late
    from activity_submissions s join activities a on a.id = activity_id where a.id = ${id}`.execute(api.db)
  t.match(stored.rows[0], { n: taken.length, late: 0 })
})

await t.test('V03 an entry that completes after the deadline does not count, and nothing is lost', async (t) => {
  const id = await makeActivity(api.db, 'submission')
  const ann = await participant(id)
  const draft = await json<{ id: string }>(ann.call('POST', '/works', { body: { title: 'Begun in time' } }))
  t.equal(await codeOf(enter(ann, id, draft.id)), 'WORK_NOT_SHOWN', 'not before it is published')
  const end = Math.round((await clock()) + 2_500)
  await closeAt(id, end)
  const late = await inTransaction(api.db, async (trx) => {
    await sql`select 1 from works where id = ${ann.workId} for update`.execute(trx)
    const begun = enter(ann, id, ann.workId)
    await until(async () => (await sql`select 1 from pg_locks where not granted`.execute(api.db)).rows.length > 0)
    t.ok((await clock()) < end, 'begun in time')
    await until(async () => (await clock()) >= end)
    return { response: begun }
  })
  t.match(await json(late.response), { message: MISSED })
  const works = await json<{ items: { title: string; state: string }[] }>(ann.call('GET', '/me/works'))
  t.same(works.items.map(({ title, state }) => `${title} ${state}`).sort(), [
    'Begun in time draft',
    'Linen dress released',
  ])
  const versions = await sql<{
    n: number
  }>`select count(*)::int as n from work_versions where work_id = ${ann.workId}`.execute(api.db)
  t.equal(versions.rows[0]!.n, 1, 'and no version is left over')
})

await t.test(
  'an entry is frozen: its receipt describes it, anyone can verify it, and nobody can change it',
  async (t) => {
    const id = await makeActivity(api.db, 'submission')
    const ann = await participant(id)
    const headers = { 'idempotency-key': newId() }
    const once = () => ann.call('POST', `/activities/${id}/submissions`, { body: { workId: ann.workId }, headers })
    const entry = await json<Entry>(once())
    t.match(entry, { workId: ann.workId, title: 'Linen dress', mine: true, open: true, version: 2, award: null })
    t.same(await json(once()), entry, 'sent again it is the same')
    t.equal(await codeOf(enter(ann, id, ann.workId)), 'ALREADY_ENTERED')
    const path = `/activities/${id}/submissions/${ann.workId}/receipt`
    const receipt = await json<Receipt>(visitor()('GET', path))
    t.match(receipt, {
      activityId: id,
      workId: ann.workId,
      version: 2,
      submittedAt: entry.submittedAt,
      files: [{ kind: 'model', bytes: 10, sha256: 'abc' }, { kind: 'cover' }],
    })
    t.ok(verify(null, Buffer.from(receipt.signed), receipt.publicKey, Buffer.from(receipt.signature, 'base64')))
    const check = (signed: string, signature = receipt.signature) =>
      json(visitor()('POST', `/activities/${id}/receipts/check`, { body: { signed, signature } }))
    t.same(await check(receipt.signed), { genuine: true, stands: true })
    t.same(await check(receipt.signed.replace('abc', 'abd')), { genuine: false, stands: false })
    t.same(await check(receipt.signed, 'AAAA'), { genuine: false, stands: false })

    t.equal((await ann.call('PATCH', `/works/${ann.workId}`, { body: { title: 'Another dress' } })).status, 200)
    await ann.call('POST', `/works/${ann.workId}/unpublish`)
    t.equal((await ann.call('POST', `/works/${ann.workId}/publish`)).status, 200)
    const list = await json<{ items: Entry[] }>(visitor()('GET', `/activities/${id}/works`))
    t.match(list.items, [{ title: 'Linen dress', version: 2, model: { bytes: 10 }, creator: { id: ann.user.id } }])
    await t.rejects(
      sql`update work_versions set title = 'x' where id = ${receipt.versionId}`.execute(api.db),
      /stays as it is/,
    )
    await ann.call('PATCH', `/works/${ann.workId}`, { body: { visibility: 'private' } })
    t.match((await json<{ items: Entry[] }>(visitor()('GET', `/activities/${id}/works`))).items, [
      { title: 'Linen dress', open: false, model: null, cover: null },
    ])

    t.equal((await ann.call('DELETE', `/activities/${id}/submissions/${ann.workId}`)).status, 204)
    t.equal((await visitor()('GET', path)).status, 404)
    t.same(
      await check(receipt.signed),
      { genuine: true, stands: false },
      'a receipt of what was withdrawn is still ours',
    )
  },
)

await t.test('an entry keeps its pictures, video, points and words when the work changes', async (t) => {
  const juror = await api.person()
  const id = await makeActivity(api.db, 'submission', { jurors: [juror.user.id], blind: true })
  const ann = await participant(id)
  const video = await makeVideo(api.db, ann.user)
  const first = await makeImage(api.db, ann.user, 'detail')
  const second = await makeImage(api.db, ann.user, 'detail')
  const hotspot = { point: [0, 0.5, 0.1], normal: [0, 0, 1], title: 'Seam', text: 'By hand.' }
  await sql`update works set upload_id = null, cover_id = null, video_upload_id = ${video.uploadId},
    image_ids = ${[first, second]}, hotspots = ${JSON.stringify([hotspot])}::jsonb where id = ${ann.workId}`.execute(
    api.db,
  )
  t.equal(await codeOf(enter(ann, id, ann.workId)), 'ok')
  const receiptOf = () => json<Receipt>(visitor()('GET', `/activities/${id}/submissions/${ann.workId}/receipt`))
  const receipt = await receiptOf()
  t.match(receipt.signed, /^toile receipt 2\n/)
  t.same(receipt.files, [
    { kind: 'picture', bytes: 10, sha256: 'abc' },
    { kind: 'picture', bytes: 10, sha256: 'abc' },
  ])
  const contents = ['Linen dress', 'For summer.', [[hotspot.point, hotspot.normal, 'Seam', 'By hand.']]]
  t.equal(receipt.words, createHash('sha256').update(JSON.stringify(contents)).digest('hex'))

  await setPhase(api.db, id, 'reviewing')
  const other = await makeImage(api.db, ann.user, 'detail')
  const change = (fields: WorkFields) => inTransaction(api.db, (trx) => updateWork(trx, ann.workId, fields))
  t.ok(await change({ intro: 'Silk.', image_ids: [other], video_upload_id: null }))
  await setHotspots(api.db, ann.workId, [])
  const whole = (person: Pick<Person, 'call'>) =>
    json<WholeEntry>(person.call('GET', `/activities/${id}/works/${ann.workId}`))
  const entered = {
    title: 'Linen dress',
    intro: 'For summer.',
    hotspots: [hotspot],
    video: { id: video.videoId },
    images: [{ id: first }, { id: second }],
  }
  t.match(await whole(juror), { ...entered, creator: null }, 'and the jury sees all of it, without a name')
  t.match(await whole({ call: visitor() }), { ...entered, creator: null })
  t.ok(await change({ visibility: 'private' }))
  t.match(await whole(juror), entered)
  t.match(await whole({ call: visitor() }), { title: 'Linen dress', intro: '', hotspots: [], video: null, images: [] })

  const named = async () => {
    const { rows } = await sql<{ state: string; public: boolean }>`select f.state, f.public
      from work_versions v join files f on f.id = any(v.picture_file_ids) where v.id = ${receipt.versionId}`.execute(
      api.db,
    )
    return rows
  }
  t.ok(await requestImageReprocessing(api.db, first))
  const size = { width: 308, height: 410 }
  const remade = { ...size, blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj' }
  const variants = [{ name: '1x', ...size, format: 'webp', file: fileOf(ann.user, 'image') }]
  t.ok(await swapImage(api.db, { id: first, attempt: 2 }, { ...remade, variants }))
  t.same(
    await named(),
    [
      { state: 'stored', public: false },
      { state: 'stored', public: false },
    ],
    'the files that the receipt names stay when pictures are made anew',
  )
  t.same(await receiptOf(), receipt)
})

await t.test(
  'allows the maximum number of entries, also concurrently; registering and cancelling twice changes nothing',
  async (t) => {
    const id = await makeActivity(api.db, 'registration')
    const [ann, bob] = [await api.person(), await api.person()]
    const registration = `/activities/${id}/registration`
    const registered = await Promise.all(Array.from({ length: 5 }, () => json(ann.call('PUT', registration))))
    t.ok(registered.every((one) => JSON.stringify(one) === JSON.stringify(registered[0])))
    t.match(registered[0], { participants: 1, registeredAt: String })
    const notifications = await json<{ items: { message: string }[] }>(ann.call('GET', '/notifications'))
    t.same(
      notifications.items.map(({ message }) => message),
      ['One metre of linen: you’re registered'],
    )
    await bob.call('PUT', registration)
    t.match(await json(bob.call('DELETE', registration)), { participants: 1, registeredAt: null })
    t.match(await json(bob.call('DELETE', registration)), { participants: 1, registeredAt: null })
    await setPhase(api.db, id, 'submission')
    const works = await Promise.all([1, 2, 3, 4].map(() => makeReleasedWork(api.db, ann.user)))
    const codes = await Promise.all(works.map((work) => codeOf(enter(ann, id, work))))
    t.same(codes.sort(), ['SUBMISSION_LIMIT', 'SUBMISSION_LIMIT', 'ok', 'ok'])
    t.equal(await codeOf(ann.call('DELETE', registration)), 'WITHDRAW_FIRST')
    const mine = await json<Activity>(ann.call('GET', `/activities/${id}`))
    t.match(mine, { works: 2, participants: 1, mine: { works: 2, juror: false } })
    t.equal(
      await codeOf(enter(ann, id, await makeReleasedWork(api.db, bob.user))),
      'NOT_FOUND',
      'A02 no work of others',
    )
  },
)

await t.test('V07 only the jury scores, every criterion, each juror once, and nobody their own work', async (t) => {
  const juror = await api.person()
  const id = await makeActivity(api.db, 'submission', { jurors: [juror.user.id], blind: true })
  const ann = await participant(id)
  await submitWork(api.db, { activityId: id, workId: ann.workId, userId: ann.user.id })
  await t.rejects(register(api.db, id, juror.user.id), { code: 'JUROR_TAKES_NO_PART' })
  await setPhase(api.db, id, 'reviewing')
  const score = (person: Person, scores: object) =>
    person.call('PUT', `/activities/${id}/works/${ann.workId}/scores`, { body: { scores } })
  const all = { cut: 90, idea: 60 }
  t.equal(await codeOf(score(ann, all)), 'NOT_A_JUROR', 'its owner')
  t.equal(await codeOf(score(await api.person(), all)), 'NOT_A_JUROR')
  // This row bypasses the rules. It shows that an owner cannot score even as a member of the jury.
  await sql`insert into activity_jurors values (${id}, ${ann.user.id})`.execute(api.db)
  t.equal(await codeOf(score(ann, all)), 'NOT_A_JUROR', 'its owner, were they on the jury')
  await sql`delete from activity_jurors where user_id = ${ann.user.id}`.execute(api.db)
  for (const wrong of [{ cut: 90 }, { ...all, style: 5 }, { cut: 101, idea: 0 }, { cut: 0.5, idea: 0 }])
    t.equal((await score(juror, wrong)).status, 422, JSON.stringify(wrong))
  const race = await Promise.all(Array.from({ length: 20 }, (_, i) => score(juror, { cut: 80 + i, idea: 60 })))
  t.ok(race.every(({ status }) => status === 200))
  const rows = await sql<{
    n: number
  }>`select count(*)::int as n from activity_scores where juror_id = ${juror.user.id}`.execute(api.db)
  t.equal(rows.rows[0]!.n, 1)
  const seen = await json<{ items: Entry[] }>(juror.call('GET', `/activities/${id}/works`))
  t.match(seen.items, [{ creator: null, myScores: { idea: 60 } }], 'and is shown no names meanwhile')
  t.match((await json<{ items: Entry[] }>(visitor()('GET', `/activities/${id}/works`))).items, [
    { creator: null, myScores: null },
  ])
  t.match((await json<{ items: Entry[] }>(ann.call('GET', `/activities/${id}/works?list=mine`))).items, [
    { creator: { id: ann.user.id }, mine: true },
  ])
  const history = (person: Pick<Person, 'call'>) =>
    json<{ items: { works: object[] }[] }>(person.call('GET', `/users/${ann.user.id}/activities`))
  t.match((await history({ call: visitor() })).items, [{ id, works: [] }])
  t.match((await history(ann)).items, [{ id, works: [{ workId: ann.workId }] }])
})

async function clock(): Promise<number> {
  const { rows } = await sql<{
    at: number
  }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(api.db)
  return rows[0]!.at
}
async function closeAt(id: string, ms: number): Promise<void> {
  await sql`update activities set submission_ends_at = to_timestamp(${ms}::float8 / 1000) where id = ${id}`.execute(
    api.db,
  )
}
