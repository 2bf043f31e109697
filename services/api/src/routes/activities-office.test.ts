import { sql } from 'kysely'
import t from 'tap'
import type { Activity, ActivityHistory, Entry, SheetLine } from '@toile/contracts/activities'
import type { OfficeActivity, OfficeEntry, Standing } from '@toile/contracts/activities-office'
import type { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { awardActivity } from '@toile/db/queries/activity-awards'
import { submitWork } from '@toile/db/queries/activity-submissions'
import { moveWork } from '@toile/db/queries/works'
import { makeActivity, makeReleasedWork, setPhase, tiers } from '@toile/testing/activities'
import { makeImage } from '@toile/testing/factories'
import { caller, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
let admin: Person
t.before(async () => {
  api = await startTestApi()
  admin = await api.person({ group: 'admin' })
})
t.teardown(() => api.close())

const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T
const visitor = () => caller(api.url)
const WINNING = 'Winning works are not allowed to be deleted.'

interface Entered {
  person: Person
  workId: string
}

/** An activity in its awarding, with a work for each of these points, and whoever entered them. */
async function judged(
  points: readonly number[],
  fields = {},
): Promise<{ id: string; entered: Entered[]; jurorId: string }> {
  const juror = await api.person()
  const id = await makeActivity(api.db, 'submission', { jurors: [juror.user.id], ...fields })
  const entered: Entered[] = []
  for (const point of points) {
    const person = await api.person({ password: 'a good password' })
    await sql`insert into activity_registrations values (${id}, ${person.user.id}, date_trunc('milliseconds', now()))`.execute(
      api.db,
    )
    const workId = await makeReleasedWork(api.db, person.user)
    const entry = await submitWork(api.db, { activityId: id, workId, userId: person.user.id })
    await sql`insert into activity_scores (submission_id, juror_id, scores)
      values (${entry}, ${juror.user.id}, ${JSON.stringify({ cut: point, idea: point })})`.execute(api.db)
    entered.push({ person, workId })
  }
  await setPhase(api.db, id, 'awarding')
  return { id, entered, jurorId: juror.user.id }
}

await t.test(
  'V05 twenty presses of two administrators give the prizes once, and the sum is the prize money',
  async (t) => {
    const { id, entered } = await judged([70, 90, 70, 70, 10], { scores_published: true, blind: true })
    const other = await api.person({ group: 'admin' })
    const presses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? admin : other).call('POST', `/backstage/activities/${id}/award`)),
    )
    t.same(presses.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 409)])
    const won = await json<{ items: OfficeEntry[] }>(Promise.resolve(presses.find(({ status }) => status === 200)!))
    const [a, b, c, d] = entered
    t.same(
      won.items.map(({ workId, award }) => [workId, award!.rank, award!.title, award!.bonus.amount]),
      [
        [b!.workId, 1, 'First prize', 60_000],
        [a!.workId, 2, 'Second prize', 13_334],
        [c!.workId, 2, 'Second prize', 13_333],
        [d!.workId, 2, 'Second prize', 13_333],
      ],
      'three who tie share two prizes',
    )
    const { rows } = await sql<{ sum: number; slots: number; audits: number }>`select sum(bonus)::int as sum,
    count(distinct slot)::int as slots, (select count(*)::int from audit where subject_id = ${id}
      and action = 'activity.awarded') as audits from activity_awards where activity_id = ${id}`.execute(api.db)
    t.same(rows[0], { sum: tiers.reduce((sum, { amount }) => sum + amount, 0), slots: 4, audits: 1 })

    const winners = await json<{ items: Entry[] }>(visitor()('GET', `/activities/${id}/winners`))
    t.match(winners.items[0], {
      creator: { id: b!.person.user.id },
      rank: 1,
      score: 90,
      award: { bonus: { amount: 60_000, currency: 'EUR' } },
    })
    const others = await json<{ items: Entry[] }>(visitor()('GET', `/activities/${id}/works?list=others`))
    t.match(others.items, [{ rank: 5, award: null }])
    const sheet = await json<{ items: SheetLine[] }>(visitor()('GET', `/activities/${id}/scores`))
    t.match(sheet.items[0], { rank: 1, means: { cut: 90, idea: 90 }, score: 90, jurors: 1 })
    t.equal(sheet.items.length, 5)
    const history = await json<{ items: ActivityHistory[] }>(visitor()('GET', `/users/${b!.person.user.id}/activities`))
    t.match(history.items, [
      { id, works: [{ rank: 1, award: { rank: 1, bonus: { amount: 60_000, currency: 'EUR' } } }] },
    ])
    t.match(await json(visitor()('GET', `/activities/${id}`)), { awarded: true, phase: 'awarding' })
  },
)

await t.test('V05 without scores nobody wins, and what was taken out does not count', async (t) => {
  const { id, entered, jurorId } = await judged([90, 50])
  const list = await json<{ items: OfficeEntry[]; total: number }>(
    admin.call('GET', `/backstage/activity-works?activityId=${id}`),
  )
  t.equal(list.total, 2)
  const best = list.items.find(({ score }) => score === 90)!
  t.match(best, { scores: [{ juror: { id: jurorId }, scores: { cut: 90, idea: 90 } }], disqualified: null })
  const disqualify = () =>
    admin.call('POST', `/backstage/activity-works/${best.id}/disqualify`, { body: { reason: ' Not one metre ' } })
  t.match(await json(disqualify()), { disqualified: { reason: 'Not one metre' } })
  t.match(await json(disqualify()), { code: 'ENTRY_DISQUALIFIED' })
  const mine = await json<{ items: Entry[] }>(entered[0]!.person.call('GET', `/activities/${id}/works?list=mine`))
  t.match(mine.items, [{ disqualified: { reason: 'Not one metre' } }])
  const shown = await json<{ items: Entry[] }>(visitor()('GET', `/activities/${id}/works`))
  t.same(
    shown.items.map(({ disqualified }) => disqualified),
    [null, { reason: '' }],
  )
  await sql`delete from activity_scores`.execute(api.db)
  t.match(await json(admin.call('POST', `/backstage/activities/${id}/award`)), { code: 'NOTHING_TO_AWARD' })
})

await t.test('V06 a winning work stays, whoever wants it gone', async (t) => {
  const { id, entered } = await judged([90, 10], { tiers: [{ title: 'The prize', amount: 5 }] })
  await awardActivity(api.db, id, admin.user.id)
  const [winner, loser] = entered
  t.match(await json(winner!.person.call('POST', `/works/${winner!.workId}/trash`)), {
    statusCode: 409,
    message: WINNING,
  })
  await sql`alter table works disable trigger works_keep_winning_out_of_trash`.execute(api.db)
  await sql`update works set state = 'trashed' where id = ${winner!.workId}`.execute(api.db)
  await sql`alter table works enable trigger works_keep_winning_out_of_trash`.execute(api.db)
  t.match(await json(winner!.person.call('DELETE', `/works/${winner!.workId}`)), { statusCode: 409, message: WINNING })
  await t.rejects(
    sql`delete from works where id = ${winner!.workId}`.execute(api.db),
    /winning work stays/,
    'by hand neither',
  )
  await sql`update works set state = 'released' where id = ${winner!.workId}`.execute(api.db)
  t.equal((await loser!.person.call('POST', `/works/${loser!.workId}/trash`)).status, 200)
  t.equal((await loser!.person.call('DELETE', `/works/${loser!.workId}`)).status, 204)

  const spare = await makeReleasedWork(api.db, winner!.person.user, 'Another')
  t.equal((await winner!.person.call('DELETE', '/me', { body: { password: 'a good password' } })).status, 204)
  const left = await sql<{ id: string }>`select id from works where owner_id = ${winner!.person.user.id}`.execute(
    api.db,
  )
  t.same(left.rows, [{ id: winner!.workId }], 'not with the account either')
  t.equal((await visitor()('GET', `/works/${spare}`)).status, 404)
  t.match(await json(visitor()('GET', `/works/${winner!.workId}`)), {
    creator: { name: '—', nickname: '' },
    model: { bytes: 10 },
    cover: { variants: [{ format: 'webp' }] },
  })
  const files = await sql<{ state: string; public: boolean }>`select distinct state, public from files
    where owner_id = ${winner!.person.user.id} and kind = 'model'`.execute(api.db)
  t.same(files.rows.map((row) => `${row.state} ${row.public}`).sort(), ['deleted false', 'stored true'])
  const [entry] = (await json<{ items: Entry[] }>(visitor()('GET', `/activities/${id}/winners`))).items
  t.match(entry, { creator: null, award: { title: 'The prize' }, open: true })
})

await t.test('V06 prizes and the trash race: never both', async (t) => {
  const { id, entered } = await judged([90])
  const { workId } = entered[0]!
  const outcomes = { won: 0, trashed: 0 }
  for (let i = 0; i < 200; i++) {
    await sql`with gone as (delete from activity_awards where activity_id = ${id}),
        open as (update activities set awarded_at = null where id = ${id})
      update works set state = 'released' where id = ${workId}`.execute(api.db)
    const award = () => awardActivity(api.db, id, admin.user.id).catch((error: ToileError) => error.code)
    const trash = async () => {
      // Giving prizes asks the database some ten times: the other comes before, between and after.
      for (let asked = i % 16; asked > 0; asked--) await sql`select 1`.execute(api.db)
      return inTransaction(api.db, (trx) => moveWork(trx, workId, 'trashed')).catch((error: ToileError) => error.code)
    }
    const ends = await Promise.all([award(), trash()])
    const { rows } = await sql<{ trashed: boolean; won: boolean }>`select state = 'trashed' as trashed,
      exists (select 1 from activity_awards where work_id = works.id) as won from works where id = ${workId}`.execute(
      api.db,
    )
    if (rows[0]!.trashed === rows[0]!.won) t.fail(`both or neither: ${JSON.stringify(ends)}`)
    outcomes[rows[0]!.won ? 'won' : 'trashed']++
  }
  t.ok(outcomes.won > 0 && outcomes.trashed > 0, JSON.stringify(outcomes))
})
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const input = (over = {}) => ({
  title: 'Summer in linen',
  summary: 'Something light.',
  rules: '<h2>Rules</h2><p onclick="x()">One <script>alert(1)</script>metre.</p>',
  prize: { amount: 1_000, currency: 'EUR' },
  tiers: [
    { title: 'First', amount: 600 },
    { title: 'Second', amount: 400 },
  ],
  criteria: [{ id: 'cut', title: 'Cut', weight: 100 }],
  jurorIds: [],
  maxSubmissions: 1,
  blind: false,
  scoresPublished: false,
  timeZone: 'Asia/Shanghai',
  startsAt: at(-10),
  registrationStartsAt: at(-10),
  registrationEndsAt: at(60),
  submissionEndsAt: at(120),
  reviewEndsAt: at(180),
  endsAt: at(240),
  ...over,
})

await t.test('an administrator makes an activity; what does not fit together is named', async (t) => {
  const post = (body: object) => admin.call('POST', '/backstage/activities', { body })
  const [bannerId, coverId, inline] = await Promise.all(
    (['banner', 'cover', 'inline'] as const).map((purpose) => makeImage(api.db, admin.user, purpose)),
  )
  const rules = `${input().rules}<img data-image-id="${inline}" src="https://evil.example/x.gif" alt="The metre">`
  const made = await json<Activity>(post(input({ bannerId, coverId, rules })))
  t.match(made, { phase: 'registration', nextChangeAt: made.registrationEndsAt, banner: { id: bannerId }, version: 1 })
  t.match(
    made.rules,
    new RegExp(
      `^<h2>Rules</h2><p>One metre.</p><img data-image-id="${inline}" src="${api.url}/files/[^"?]+" width="308"`,
    ),
  )
  t.notMatch(made.rules, /evil|script|onclick/)
  t.match(await json(visitor()('GET', `/activities/${made.id}`)), { rules: made.rules, timeZone: 'Asia/Shanghai' })
  const foreign = await makeImage(api.db, (await api.person()).user, 'banner')
  const wrong: [object, object][] = [
    [{ tiers: [{ title: 'First', amount: 999 }] }, { tiers: [/add up/] }],
    [{ registrationEndsAt: at(130) }, { submissionEndsAt: [/after the one before/] }],
    [{ timeZone: 'Mars/Olympus' }, { timeZone: [/time zone/] }],
    [{ timeZone: '+02:00' }, { timeZone: [/time zone/] }],
    [{ endsAt: 'tomorrow' }, { endsAt: [/not valid/] }],
    [{ title: 'Ab' }, { title: [/At least 4/] }],
    [{ bannerId: foreign }, { bannerId: [/not ready/] }],
    [{ jurorIds: [newId()] }, { jurorIds: [/jury/] }],
    [{ rules: `<img data-image-id="${foreign}">` }, { rules: [/not ready/] }],
    [{ prize: { amount: 10.5, currency: 'EUR' } }, { prize: [String] }],
    [{ criteria: [] }, { criteria: [String] }],
    [{ criteria: [{ id: 'cut', title: 'Cut', weight: 99 }] }, { criteria: [/add up to 100/] }],
  ]
  for (const [over, fields] of wrong) {
    const answer = await post(input(over))
    t.equal(answer.status, 422, JSON.stringify(over))
    t.match(await answer.json(), { fields })
  }
})

await t.test('what has passed cannot be moved, and what entries were made for cannot be changed', async (t) => {
  const made = await json<Activity>(admin.call('POST', '/backstage/activities', { body: input() }))
  const { id } = made
  const patch = (body: object) => admin.call('PATCH', `/backstage/activities/${id}`, { body })
  t.match(await json(patch({ registrationStartsAt: at(5) })), { fields: { registrationStartsAt: [/has passed/] } })
  t.match(await json(patch({ registrationEndsAt: at(-1) })), { fields: { registrationEndsAt: [/has passed/] } })
  t.match(await json(patch({ registrationEndsAt: at(130) })), {
    fields: { submissionEndsAt: [/after the one before/] },
  })
  const soon = at(30)
  t.match(await json(patch({ registrationEndsAt: soon, title: 'Autumn in linen' })), { nextChangeAt: soon, version: 2 })
  const told = await sql`select 1 from events where type = 'activity.changed' and subject_id = ${id}`.execute(api.db)
  t.equal(told.rows.length, 1)
  const audit = await sql<object>`select before, after from audit
    where subject_id = ${id} and action = 'activity.changed'`.execute(api.db)
  t.same(audit.rows, [
    {
      before: { title: 'Summer in linen', registration_ends_at: made.registrationEndsAt },
      after: { title: 'Autumn in linen', registration_ends_at: soon },
    },
  ])

  const { id: entered } = await judged([50])
  const change = (body: object) => admin.call('PATCH', `/backstage/activities/${entered}`, { body })
  t.match(await json(change({ prize: { amount: 90_000, currency: 'EUR' } })), { fields: { prize: [/no longer/] } })
  t.match(await json(change({ criteria: [{ id: 'cut', title: 'Cut', weight: 100 }] })), {
    fields: { criteria: [/no longer/] },
  })
  t.equal((await change({ summary: 'Clearer words.' })).status, 200)
  await setPhase(api.db, entered, 'ended')
  t.match(
    await json(change({ endsAt: at(60) })),
    { phase: 'awarding' },
    'while nobody has a prize the end may be put off',
  )
  await awardActivity(api.db, entered, admin.user.id)
  await setPhase(api.db, entered, 'ended')
  t.equal((await change({ endsAt: at(60) })).status, 422)
})

const auditOf = async (id: string) => {
  const { rows } = await sql<{
    action: string
  }>`select action from audit where subject_id = ${id} order by created_at, id`.execute(api.db)
  return rows.map(({ action }) => action)
}

await t.test('V05 what is shown before the prizes are given is what is given', async (t) => {
  const { id, entered, jurorId } = await judged([70, 90, 70, 70, 10], { scores_published: false })
  const standing = () => json<Standing>(admin.call('GET', `/backstage/activities/${id}/standing`))
  const before = await standing()
  t.match(before, { participants: 5, entrants: 5, disqualified: 0, jurors: [{ juror: { id: jurorId }, scored: 5 }] })
  t.equal(
    before.bonuses.amount,
    tiers.reduce((sum, { amount }) => sum + amount, 0),
  )
  const shown = before.lines.flatMap(({ workId, award }) => (award ? [[workId, award.rank, award.bonus.amount]] : []))
  const given = await json<{ items: OfficeEntry[] }>(admin.call('POST', `/backstage/activities/${id}/award`))
  t.same(
    given.items.map(({ workId, award }) => [workId, award!.rank, award!.bonus.amount]),
    shown,
  )
  t.same((await standing()).lines, before.lines, 'and is shown the same afterwards')
  t.match(before.lines.at(-1), { workId: entered[4]!.workId, rank: 5, score: 10, award: null })
  const jury = await json(admin.call('PATCH', `/backstage/activities/${id}`, { body: { jurorIds: [] } }))
  t.match(jury, { fields: { jurorIds: [/prizes have been given/] } }, 'a jury that has decided stays')
})

await t.test('a work that was taken out is taken back, and each deed is noted once', async (t) => {
  const { id } = await judged([90, 50])
  const list = () => json<{ items: OfficeEntry[] }>(admin.call('GET', `/backstage/activity-works?activityId=${id}`))
  const best = (await list()).items.find(({ rank }) => rank === 1)!
  t.match(best, { phase: 'awarding', version: 2, score: 90, criteria: [{ id: 'cut' }, { id: 'idea' }] })
  const deed = (name: string, reason: string) =>
    admin.call('POST', `/backstage/activity-works/${best.id}/${name}`, { body: { reason } })
  t.match(await json(deed('reinstate', 'Why not')), { code: 'STATE_CONFLICT' })
  t.match(await json(deed('disqualify', 'Not one metre')), { disqualified: { reason: 'Not one metre' }, rank: null })
  t.match(
    (await list()).items.find(({ id: one }) => one !== best.id),
    { rank: 1 },
    'the next one moves up',
  )
  t.match(await json(deed('reinstate', ' ')), { fields: { reason: [String] } })
  t.match(await json(deed('reinstate', 'It is one metre')), { disqualified: null, rank: 1 })
  await awardActivity(api.db, id, admin.user.id)
  t.match(await json(deed('disqualify', 'Too late')), { code: 'ALREADY_AWARDED' })
  t.same(await auditOf(id), ['activity.created', 'activity.disqualified', 'activity.reinstated', 'activity.awarded'])
  const { rows } = await sql<object>`select a.reason, a.before, a.after, u.reason as undone from audit a
    join audit u on u.id = a.undoes where a.subject_id = ${id}`.execute(api.db)
  t.same(rows, [
    {
      reason: 'It is one metre',
      before: { inContest: 'no' },
      after: { inContest: 'yes' },
      undone: 'Not one metre',
    },
  ])
})

await t.test('an activity is announced when its operator says so, once', async (t) => {
  const body = input({ startsAt: at(50), registrationStartsAt: at(55) })
  const made = await json<OfficeActivity>(admin.call('POST', '/backstage/activities', { body }))
  t.match(made, { announced: false, phase: 'upcoming', locked: [] })
  t.equal((await visitor()('GET', `/activities/${made.id}`)).status, 404)
  const announce = () => admin.call('POST', `/backstage/activities/${made.id}/announce`)
  const presses = await Promise.all([announce(), announce()])
  t.same(presses.map(({ status }) => status).sort(), [200, 409])
  t.equal((await visitor()('GET', `/activities/${made.id}`)).status, 200)
  const now = await json<OfficeActivity>(admin.call('GET', `/backstage/activities/${made.id}`))
  t.match(now, { announced: true, locked: [{ field: 'startsAt', message: /has passed/ }] })
  t.same(await auditOf(made.id), ['activity.created', 'activity.announced'])
})

await t.test('entries and activities are found by what operators know of them', async (t) => {
  const { id, entered } = await judged([40, 80, 60], { title: 'A hat of paper' })
  const entries = async (query: string) =>
    (await json<{ items: OfficeEntry[] }>(admin.call('GET', `/backstage/activity-works?activityId=${id}&${query}`)))
      .items
  t.same(
    (await entries('sort=score&order=desc')).map(({ score, rank }) => [score, rank]),
    [
      [80, 1],
      [60, 2],
      [40, 3],
    ],
  )
  t.match(await entries(`q=${entered[1]!.person.user.username}`), [{ workId: entered[1]!.workId }])
  const ids = (await entries('')).map((entry) => entry.id)
  const bulk = (dryRun: boolean) =>
    json(admin.call('POST', '/backstage/activity-works/disqualify', { body: { ids, dryRun, reason: 'No paper' } }))
  t.match(await bulk(true), { done: 3, skipped: [] })
  t.equal((await entries('disqualified=yes')).length, 0, 'a dry run leaves no trace')
  t.equal(
    (await admin.call('POST', `/backstage/activity-works/${ids[0]!}/disqualify`, { body: { reason: 'No' } })).status,
    200,
  )
  t.match(await bulk(false), { done: 2, skipped: [{ id: ids[0], code: 'ENTRY_DISQUALIFIED' }] })
  t.equal((await entries('disqualified=yes&phase=awarding')).length, 3)
  t.same(
    (await auditOf(id)).slice(1),
    Array.from({ length: 3 }, () => 'activity.disqualified'),
  )
  const found = await json<{ items: { id: string }[] }>(
    admin.call('GET', '/backstage/activities?q=HAT%20OF&phase=awarding&sort=works&order=desc'),
  )
  t.match(found.items, [{ id, announced: true, works: 3, participants: 3 }])
})
