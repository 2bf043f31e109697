import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Activity } from '@toile/contracts/activities/activities'
import type { BackstageActivity, BackstageEntry } from '@toile/contracts/activities/activities-backstage'
import { newId } from '@toile/contracts/ids'
import { awardActivity } from '@toile/db/activities/activity-awards'
import { setPhase } from '@toile/testing/activities'
import { makeImage } from '@toile/testing/factories'
import { json, startTestApi } from '../../test-api.js'
import { activityCalls } from '../activities/activities.test-support.js'

const api = await startTestApi()
const admin = await api.person({ group: 'admin' })
t.teardown(() => api.close())
const { judged, visitor } = activityCalls(api)

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

const auditOf = async (id: string) => {
  const { rows } = await sql<{
    action: string
  }>`select action from audit where subject_id = ${id} order by created_at, id`.execute(api.db)
  return rows.map(({ action }) => action)
}

await t.test('an administrator creates an activity; contradictory fields are named', async (t) => {
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
  const othersImage = await makeImage(api.db, (await api.person()).user, 'banner')
  const wrong: [object, object][] = [
    [{ tiers: [{ title: 'First', amount: 999 }] }, { tiers: [/add up/] }],
    [{ registrationEndsAt: at(130) }, { submissionEndsAt: [/later than the one before/] }],
    [{ timeZone: 'Mars/Olympus' }, { timeZone: [/time zone/] }],
    [{ timeZone: '+02:00' }, { timeZone: [/time zone/] }],
    [{ endsAt: 'tomorrow' }, { endsAt: [/isn’t valid/] }],
    [{ bannerId: othersImage }, { bannerId: [/isn’t ready/] }],
    [{ jurorIds: [newId()] }, { jurorIds: [/juror/] }],
    [{ rules: `<img data-image-id="${othersImage}">` }, { rules: [/isn’t ready/] }],
    [{ prize: { amount: 10.5, currency: 'EUR' } }, { prize: [String] }],
    [{ criteria: [] }, { criteria: [String] }],
    [{ criteria: [{ id: 'cut', title: 'Cut', weight: 99 }] }, { criteria: [/add up to 100/] }],
  ]
  for (const [over, fields] of wrong) {
    const response = await post(input(over))
    t.equal(response.status, 422, JSON.stringify(over))
    t.match(await response.json(), { fields })
  }
})

await t.test('past times and fields that entries depend on cannot change', async (t) => {
  const made = await json<Activity>(admin.call('POST', '/backstage/activities', { body: input() }))
  const { id } = made
  const patch = (body: object) => admin.call('PATCH', `/backstage/activities/${id}`, { body })
  t.match(await json(patch({ registrationStartsAt: at(5) })), { fields: { registrationStartsAt: [/has passed/] } })
  t.match(await json(patch({ registrationEndsAt: at(-1) })), { fields: { registrationEndsAt: [/has passed/] } })
  t.match(await json(patch({ registrationEndsAt: at(130) })), {
    fields: { submissionEndsAt: [/later than the one before/] },
  })
  const soon = at(30)
  t.match(await json(patch({ registrationEndsAt: soon, title: 'Autumn in linen' })), { nextChangeAt: soon, version: 2 })
  const events = await sql`select 1 from events where type = 'activity.changed' and subject_id = ${id}`.execute(api.db)
  t.equal(events.rows.length, 1)
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
    'the end can be postponed until the prizes are awarded',
  )
  await awardActivity(api.db, entered, admin.user.id)
  await setPhase(api.db, entered, 'ended')
  t.equal((await change({ endsAt: at(60) })).status, 422)
})

await t.test('a removed work is restored, and each action is logged once', async (t) => {
  const { id } = await judged([90, 50])
  const list = () => json<{ items: BackstageEntry[] }>(admin.call('GET', `/backstage/activity-works?activityId=${id}`))
  const best = (await list()).items.find(({ rank }) => rank === 1)!
  t.match(best, { phase: 'awarding', version: 2, score: 90, criteria: [{ id: 'cut' }, { id: 'idea' }] })
  const action = (name: string, reason: string) =>
    admin.call('POST', `/backstage/activity-works/${best.id}/${name}`, { body: { reason } })
  t.match(await json(action('reinstate', 'Why not')), { code: 'STATE_CONFLICT' })
  t.match(await json(action('disqualify', 'Not one metre')), { disqualified: { reason: 'Not one metre' }, rank: null })
  t.match(
    (await list()).items.find(({ id: one }) => one !== best.id),
    { rank: 1 },
    'the second-best work moves up',
  )
  t.match(await json(action('reinstate', 'It is one metre')), { disqualified: null, rank: 1 })
  await awardActivity(api.db, id, admin.user.id)
  t.match(await json(action('disqualify', 'Too late')), { code: 'ALREADY_AWARDED' })
  t.same(await auditOf(id), ['activity.created', 'activity.disqualified', 'activity.reinstated', 'activity.awarded'])
  const { rows } = await sql<object>`select a.reason, a.before, a.after, u.reason as undone from audit a
    join audit u on u.id = a.undoes where a.subject_id = ${id}`.execute(api.db)
  t.same(rows, [
    {
      reason: 'It is one metre',
      before: { inContest: 'no', reason: 'Not one metre' },
      after: { inContest: 'yes' },
      undone: 'Not one metre',
    },
  ])
})

await t.test('an operator announces an activity, once', async (t) => {
  const body = input({ startsAt: at(50), registrationStartsAt: at(55) })
  const made = await json<BackstageActivity>(admin.call('POST', '/backstage/activities', { body }))
  t.match(made, { announced: false, phase: 'upcoming', locked: [] })
  t.equal((await visitor()('GET', `/activities/${made.id}`)).status, 404)
  const announce = () => admin.call('POST', `/backstage/activities/${made.id}/announce`)
  const presses = await Promise.all([announce(), announce()])
  t.same(presses.map(({ status }) => status).sort(), [200, 409])
  t.equal((await visitor()('GET', `/activities/${made.id}`)).status, 200)
  const now = await json<BackstageActivity>(admin.call('GET', `/backstage/activities/${made.id}`))
  t.match(now, { announced: true, locked: [{ field: 'startsAt', message: /has passed/ }] })
  t.same(await auditOf(made.id), ['activity.created', 'activity.announced'])
})

await t.test('entries and activities can be searched and sorted, and entries disqualified in bulk', async (t) => {
  const { id, entered } = await judged([40, 80, 60], { title: 'A hat of paper' })
  const entries = async (query: string) =>
    (await json<{ items: BackstageEntry[] }>(admin.call('GET', `/backstage/activity-works?activityId=${id}&${query}`)))
      .items
  t.same(
    (await entries('sort=score&order=desc')).map(({ score, rank }) => [score, rank]),
    [
      [80, 1],
      [60, 2],
      [40, 3],
    ],
  )
  t.match(await entries(`q=${entered[1]!.user.username}`), [{ workId: entered[1]!.workId }])
  const ids = (await entries('')).map((entry) => entry.id)
  const bulk = (dryRun: boolean) =>
    json(admin.call('POST', '/backstage/activity-works/disqualify', { body: { ids, dryRun, reason: 'No paper' } }))
  t.match(await bulk(true), { done: 3, skipped: [] })
  t.equal((await entries('disqualified=yes')).length, 0, 'a dry run changes nothing')
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
