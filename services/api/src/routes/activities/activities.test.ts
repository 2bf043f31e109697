import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Activity, ActivityCard, Eligibility } from '@toile/contracts/activities/activities'
import { activityPhases, type ActivityPhase } from '@toile/contracts/activities/activities.constants'
import { newId } from '@toile/contracts/ids'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { makeActivity, setPhase } from '@toile/testing/activities'
import { json, startTestApi, type Person } from '../../test-api.js'
import { activityCalls, codeOf } from './activities.test-support.js'

const api = await startTestApi()
t.teardown(() => api.close())
const { enter, participant, visitor } = activityCalls(api)
const MISSED = 'You have missed the submission time, unable to submit your work'
const TOO_LATE = 'You have missed the registration time and cannot participate in the activity'

await t.test(
  'V01 V09 a phase includes its first moment and excludes its last, also across a change of summer time',
  async (t) => {
    // In Europe, summer time ends on this day at 01:00 UTC.
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

await t.test('V02 every action in every phase gives what the table says', async (t) => {
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

await t.test("answers with the spec's messages, word for word, and in Chinese", async (t) => {
  const id = await makeActivity(api.db, 'reviewing')
  const [ann, newcomer] = [await participant(id), await api.person()]
  t.match(await json(enter(ann, id, ann.workId)), { statusCode: 409, message: MISSED })
  t.match(await json(newcomer.call('PUT', `/activities/${id}/registration`)), { statusCode: 409, message: TOO_LATE })
  await setPhase(api.db, id, 'submission')
  t.match(await json(enter(newcomer, id, newId())), { message: TOO_LATE }, 'unregistered users get a message')
  await setPhase(api.db, id, 'ended')
  const headers = { 'accept-language': 'zh-CN' }
  t.match(await json(enter(ann, id, ann.workId)), { message: 'The activity has ended' })
  const chinese = ann.call('POST', `/activities/${id}/submissions`, { body: { workId: ann.workId }, headers })
  t.match(await json(chinese), { message: '活动已结束' })
})

await t.test("V01 the API's clock decides nothing", async (t) => {
  // Each phase lasts an hour, and Postgres is in the middle of it. A clock that is 50 minutes off is in another phase.
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

await t.test('reports all obstacles at once', async (t) => {
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

await t.test('V08 lists of participants contain names and nothing else', async (t) => {
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

await t.test('lists by phase, in pages, and without unannounced activities', async (t) => {
  const hidden = await makeActivity(api.db, 'upcoming')
  await sql`update activities set starts_at = now() + interval '1 minute' where id = ${hidden}`.execute(api.db)
  const [ann, admin] = [await api.person(), await api.person({ group: 'admin' })]
  for (const path of ['/winners', '/scores'])
    t.equal((await ann.call('GET', `/activities/${hidden}${path}`)).status, 404, path)
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

/** Runs `work` while the clock of this process, which is also the API's, is ahead by `aheadMs`. */
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
