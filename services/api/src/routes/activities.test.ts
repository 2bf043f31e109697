import { verify } from 'node:crypto'
import { sql } from 'kysely'
import t from 'tap'
import type { Activity, ActivityCard, Eligibility, Entry, Receipt } from '@toile/contracts/activities'
import { activityPhases, type ActivityPhase } from '@toile/contracts/activities.constants'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { register } from '@toile/db/queries/activity-registrations'
import { submitWork } from '@toile/db/queries/activity-submissions'
import { insertWorkVersion } from '@toile/db/queries/work-versions'
import { insertWork, moveWork } from '@toile/db/queries/works'
import { makeActivity, makeReleasedWork, setPhase } from '@toile/testing/activities'
import { until } from '@toile/testing/until'
import { caller, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

const MISSED = 'You have missed the submission time, unable to submit your work'
const TOO_LATE = 'You have missed the registration time and cannot participate in the activity'
const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T
const visitor = () => caller(api.url)
const enter = (person: Person, id: string, workId: string) =>
  person.call('POST', `/activities/${id}/submissions`, { body: { workId } })
const codeOf = async (answer: Promise<Response>) => {
  const got = await answer
  if (got.status < 300) return 'ok'
  return ((await got.json()) as { code: string }).code
}

/** Somebody who has registered, with a released work. */
async function participant(id: string): Promise<Person & { workId: string }> {
  const person = await api.person()
  await sql`insert into activity_registrations (activity_id, user_id, created_at)
    values (${id}, ${person.user.id}, date_trunc('milliseconds', clock_timestamp()))`.execute(api.db)
  return { ...person, workId: await makeReleasedWork(api.db, person.user) }
}

await t.test(
  'V01 V09 a phase holds its first moment and not its last, across a change of summer time too',
  async (t) => {
    // Europe leaves summer time at 01:00 UTC in this hour.
    const at = (hour: number) => new Date(Date.UTC(2026, 9, 25, hour))
    const id = await makeActivity(api.db, 'upcoming')
    await sql`update activities set starts_at = ${at(-1)}, registration_starts_at = ${at(0)}, registration_ends_at = ${at(1)},
    submission_ends_at = ${at(2)}, review_ends_at = ${at(3)}, ends_at = ${at(4)} where id = ${id}`.execute(api.db)
    const phaseAt = async (moment: Date) => {
      const { rows } = await sql<{ phase: string; next: Date | null }>`select activity_phase(a, ${moment}) as phase,
      activity_next_change(a, ${moment}) as next from activities a where id = ${id}`.execute(api.db)
      return `${rows[0]!.phase} ${rows[0]!.next?.toISOString().slice(11, 16) ?? '-'}`
    }
    const expected = [
      'upcoming 00:00',
      'registration 01:00',
      'submission 02:00',
      'reviewing 03:00',
      'awarding 04:00',
      'ended -',
    ]
    for (const [i, phase] of expected.entries()) {
      t.equal(await phaseAt(at(i - 1)), phase, 'begins at its first moment')
      if (i < 5)
        t.equal(await phaseAt(new Date(at(i).getTime() - 1)), phase, 'and is there a millisecond before its last')
    }
    t.match(await json<Activity>(visitor()('GET', `/activities/${id}`)), {
      submissionEndsAt: at(2).toISOString(),
      timeZone: 'Europe/Berlin',
    })
  },
)

await t.test('V02 every action in every phase, as the table says', async (t) => {
  const over = 'ACTIVITY_ENDED'
  const model: Record<string, Record<ActivityPhase, string>> = {
    register: {
      upcoming: 'ACTIVITY_NOT_OPEN',
      registration: 'ok',
      submission: 'REGISTRATION_MISSED',
      reviewing: 'REGISTRATION_MISSED',
      awarding: 'REGISTRATION_MISSED',
      ended: over,
    },
    cancel: {
      upcoming: 'ACTIVITY_NOT_OPEN',
      registration: 'ok',
      submission: 'ok',
      reviewing: 'CANCELLATION_MISSED',
      awarding: 'CANCELLATION_MISSED',
      ended: over,
    },
    submit: {
      upcoming: 'SUBMISSION_NOT_OPEN',
      registration: 'SUBMISSION_NOT_OPEN',
      submission: 'ok',
      reviewing: 'SUBMISSION_MISSED',
      awarding: 'SUBMISSION_MISSED',
      ended: over,
    },
    withdraw: {
      upcoming: 'SUBMISSION_NOT_OPEN',
      registration: 'SUBMISSION_NOT_OPEN',
      submission: 'ok',
      reviewing: 'WITHDRAWAL_MISSED',
      awarding: 'WITHDRAWAL_MISSED',
      ended: over,
    },
    score: {
      upcoming: 'SCORING_CLOSED',
      registration: 'SCORING_CLOSED',
      submission: 'SCORING_CLOSED',
      reviewing: 'ok',
      awarding: 'SCORING_CLOSED',
      ended: over,
    },
    award: {
      upcoming: 'AWARDING_CLOSED',
      registration: 'AWARDING_CLOSED',
      submission: 'AWARDING_CLOSED',
      reviewing: 'AWARDING_CLOSED',
      awarding: 'ok',
      ended: over,
    },
  }
  const [newcomer, juror, admin] = [await api.person(), await api.person(), await api.person({ group: 'admin' })]
  const counts = () =>
    sql<object>`select (select count(*) from activity_registrations) as r, (select count(*) from activity_submissions) as s,
      (select count(*) from activity_scores) as c, (select count(*) from activity_awards) as a`
      .execute(api.db)
      .then(({ rows }) => JSON.stringify(rows[0]))
  for (const phase of activityPhases) {
    const id = await makeActivity(api.db, 'submission', { jurors: [juror.user.id] })
    const [idle, ready, entered, judged] = await Promise.all([1, 2, 3, 4].map(() => participant(id)))
    for (const one of [entered!, judged!])
      await submitWork(api.db, { activityId: id, workId: one.workId, userId: one.user.id })
    await sql`insert into activity_scores (submission_id, juror_id, scores)
      select id, ${juror.user.id}, '{"cut": 50, "idea": 50}' from activity_submissions where work_id = ${judged!.workId}`.execute(
      api.db,
    )
    await setPhase(api.db, id, phase)
    const path = `/activities/${id}`
    const calls: Record<string, () => Promise<Response>> = {
      register: () => newcomer.call('PUT', `${path}/registration`),
      cancel: () => idle!.call('DELETE', `${path}/registration`),
      submit: () => enter(ready!, id, ready!.workId),
      withdraw: () => entered!.call('DELETE', `${path}/submissions/${entered!.workId}`),
      score: () =>
        juror.call('PUT', `${path}/works/${judged!.workId}/scores`, { body: { scores: { cut: 90, idea: 60 } } }),
      award: () => admin.call('POST', `/backstage${path}/award`),
    }
    for (const [action, call] of Object.entries(calls)) {
      const before = await counts()
      const wanted = model[action]![phase]
      t.equal(await codeOf(call()), wanted, `${action} in ${phase}`)
      if (wanted !== 'ok') t.equal(await counts(), before, `${action} in ${phase} changes nothing`)
    }
  }
})

await t.test('the messages of the spec, word for word, and in Chinese', async (t) => {
  const id = await makeActivity(api.db, 'reviewing')
  const [ann, newcomer] = [await participant(id), await api.person()]
  t.match(await json(enter(ann, id, ann.workId)), { statusCode: 409, message: MISSED })
  t.match(await json(newcomer.call('PUT', `/activities/${id}/registration`)), { statusCode: 409, message: TOO_LATE })
  await setPhase(api.db, id, 'submission')
  t.match(await json(enter(newcomer, id, newId())), { message: TOO_LATE }, 'who has not registered is told so')
  await setPhase(api.db, id, 'ended')
  const headers = { 'accept-language': 'zh-CN' }
  t.match(await json(enter(ann, id, ann.workId)), { message: 'The activity has ended' })
  const chinese = ann.call('POST', `/activities/${id}/submissions`, { body: { workId: ann.workId }, headers })
  t.match(await json(chinese), { message: '活动已结束' })
})

await t.test('V01 the clock of the API decides nothing', async (t) => {
  // Phases last an hour here, and it is half past: by these clocks it would be another one.
  for (const [ahead, phase, wanted] of [
    [-50, 'reviewing', 'SUBMISSION_MISSED'],
    [50, 'submission', 'ok'],
  ] as const)
    await withClock(ahead * 60_000, async () => {
      const id = await makeActivity(api.db, phase)
      const ann = await participant(id)
      t.equal(await codeOf(enter(ann, id, ann.workId)), wanted, `${ahead} min`)
      const { now, nextChangeAt } = await json<Activity>(visitor()('GET', `/activities/${id}`))
      const minutes = (Date.parse(nextChangeAt!) - Date.parse(now)) / 60_000
      t.ok(minutes > 29 && minutes <= 30, 'and a countdown runs by the database’s')
    })
})

await t.test('200 entries race the deadline: each is taken or refused by the database’s clock', async (t) => {
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
  const end = Math.round((await clock()) + 1_200)
  await closeAt(id, end)
  // Half of them at once, the others spread over the deadline.
  const calls = people.flatMap(({ person, works }) => works.map((workId) => ({ person, workId })))
  const results = await Promise.all(
    calls.map(async ({ person, workId }, i) => {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, (i / calls.length - 0.5) * 3_600)))
      const before = await clock()
      const answer = await enter(person, id, workId)
      return {
        status: answer.status,
        body: (await answer.json()) as { message: string; submittedAt: string },
        before,
        after: await clock(),
      }
    }),
  )
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

await t.test('V03 what is finished after the deadline does not count, and nothing is lost', async (t) => {
  const id = await makeActivity(api.db, 'submission')
  const ann = await participant(id)
  const draft = await json<{ id: string }>(ann.call('POST', '/works', { body: { title: 'Begun in time' } }))
  t.equal(await codeOf(enter(ann, id, draft.id)), 'WORK_NOT_SHOWN', 'not before it is published')
  const end = Math.round((await clock()) + 400)
  await closeAt(id, end)
  // The call begins in time and waits for somebody else until it is too late.
  const late = await inTransaction(api.db, async (trx) => {
    await sql`select 1 from works where id = ${ann.workId} for update`.execute(trx)
    const begun = enter(ann, id, ann.workId)
    await until(async () => (await sql`select 1 from pg_locks where not granted`.execute(api.db)).rows.length > 0)
    t.ok((await clock()) < end, 'begun in time')
    await until(async () => (await clock()) >= end)
    return { answer: begun }
  })
  t.match(await json(late.answer), { message: MISSED })
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
  'an entry is frozen: its receipt says what it is, anyone can check it, and nobody can change it',
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

await t.test('as many as are allowed, also at once; registering and cancelling twice changes nothing', async (t) => {
  const id = await makeActivity(api.db, 'registration')
  const [ann, bob] = [await api.person(), await api.person()]
  const registration = `/activities/${id}/registration`
  const registered = await Promise.all(Array.from({ length: 5 }, () => json(ann.call('PUT', registration))))
  t.ok(registered.every((one) => JSON.stringify(one) === JSON.stringify(registered[0])))
  t.match(registered[0], { participants: 1, registeredAt: String })
  const told = await json<{ items: { message: string }[] }>(ann.call('GET', '/notifications'))
  t.same(
    told.items.map(({ message }) => message),
    ['One metre of linen: you are registered'],
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
  t.equal(await codeOf(enter(ann, id, await makeReleasedWork(api.db, bob.user))), 'NOT_FOUND', 'A02 no work of others')
})

await t.test('what stops somebody is told all at once', async (t) => {
  const juror = await api.person({ verified: false })
  const id = await makeActivity(api.db, 'reviewing', { jurors: [juror.user.id] })
  const asked = async (person: Pick<Person, 'call'>, query = '') => {
    const { reasons, ...can } = await json<Eligibility>(person.call('GET', `/activities/${id}/eligibility${query}`))
    return { ...can, reasons: reasons.map(({ step, code }) => `${step} ${code}`) }
  }
  t.same(await asked({ call: visitor() }), {
    canRegister: false,
    canSubmit: false,
    reasons: [
      'register UNAUTHENTICATED',
      'register REGISTRATION_MISSED',
      'submit UNAUTHENTICATED',
      'submit SUBMISSION_MISSED',
    ],
  })
  t.same((await asked(juror)).reasons, [
    'register EMAIL_UNVERIFIED',
    'register JUROR_TAKES_NO_PART',
    'register REGISTRATION_MISSED',
    'submit EMAIL_UNVERIFIED',
    'submit JUROR_TAKES_NO_PART',
    'submit SUBMISSION_MISSED',
    'submit REGISTRATION_MISSED',
    'submit NO_WORK_TO_ENTER',
  ])
  await setPhase(api.db, id, 'submission')
  const ann = await participant(id)
  t.same(await asked(ann, `?workId=${ann.workId}`), { canRegister: false, canSubmit: true, reasons: [] })
  await ann.call('POST', `/works/${ann.workId}/unpublish`)
  t.same((await asked(ann, `?workId=${ann.workId}`)).reasons, ['submit WORK_NOT_SHOWN'])
  const newcomer = await api.person()
  await setPhase(api.db, id, 'registration')
  t.match(await asked(newcomer), {
    canRegister: true,
    reasons: ['submit SUBMISSION_NOT_OPEN', 'submit NOT_REGISTERED', 'submit NO_WORK_TO_ENTER'],
  })
})

await t.test('V07 only the jury scores, every criterion, each juror once, and nobody their own', async (t) => {
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
  // What the rules forbid, forced: an owner on the jury still does not score.
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

await t.test('V08 lists of people hold names and nothing else', async (t) => {
  const juror = await api.person()
  const id = await makeActivity(api.db, 'submission', { jurors: [juror.user.id] })
  const people = [await participant(id), await participant(id), await participant(id)]
  await submitWork(api.db, { activityId: id, workId: people[0]!.workId, userId: people[0]!.user.id })
  type List = { items: { user: { id: string } }[]; nextCursor: string | null }
  const first = await json<List>(visitor()('GET', `/activities/${id}/participants?limit=2`))
  const rest = await json<List>(visitor()('GET', `/activities/${id}/participants?limit=2&cursor=${first.nextCursor}`))
  const shown = [...first.items, ...rest.items]
  t.same(
    shown.map(({ user }) => user.id),
    people.map(({ user }) => user.id).reverse(),
  )
  for (const one of shown) {
    t.same(Object.keys(one).sort(), ['registeredAt', 'user'])
    t.same(Object.keys(one.user).sort(), ['avatarUrl', 'id', 'name', 'nickname'])
  }
  for (const path of ['', '/participants', '/works', `/submissions/${people[0]!.workId}/receipt`])
    t.notMatch(
      await (await visitor()('GET', `/activities/${id}${path}`)).text(),
      /email|@example|invite|password/,
      path,
    )
  t.notMatch(await (await visitor()('GET', `/users/${people[0]!.user.id}/activities`)).text(), /email|@example/)
})

await t.test('lists: by phase, in pages, and nothing that is not announced', async (t) => {
  const hidden = await makeActivity(api.db, 'upcoming')
  await sql`update activities set starts_at = now() + interval '1 minute' where id = ${hidden}`.execute(api.db)
  const [ann, admin] = [await api.person(), await api.person({ group: 'admin' })]
  for (const path of ['', '/works', '/participants', '/winners', '/eligibility', '/scores'])
    t.equal((await ann.call('GET', `/activities/${hidden}${path}`)).status, 404, path)
  t.equal((await ann.call('PUT', `/activities/${hidden}/registration`)).status, 404)
  t.equal((await admin.call('GET', `/backstage/activities/${hidden}`)).status, 200)
  const ids: string[] = []
  let query = '?limit=3'
  for (;;) {
    const page = await json<{ items: ActivityCard[]; nextCursor: string | null }>(
      visitor()('GET', `/activities${query}`),
    )
    ids.push(...page.items.map(({ id }) => id))
    if (!page.nextCursor) break
    query = `?limit=3&cursor=${page.nextCursor}`
  }
  t.equal(new Set(ids).size, ids.length)
  t.notOk(ids.includes(hidden))
  const ended = await json<{ items: ActivityCard[] }>(visitor()('GET', '/activities?phase=ended&limit=100'))
  t.ok(
    ended.items.length > 0 &&
      ended.items.every(({ phase, nextChangeAt }) => phase === 'ended' && nextChangeAt === null),
  )
})

/** Milliseconds since 1970 by the database's clock. */
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

/** Runs with the clock of this process, in which the API runs, put forward by so much. */
async function withClock(aheadMs: number, work: () => Promise<void>): Promise<void> {
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given: []) {
      if (given.length === 0) super(Real.now() + aheadMs)
      else super(...given)
    }
    static override now = () => Real.now() + aheadMs
  } as DateConstructor
  try {
    await work()
  } finally {
    globalThis.Date = Real
  }
}
