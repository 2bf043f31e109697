import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { ActivityHistory, Entry, ScoreSheetRow } from '@toile/contracts/activities/activity-entries'
import type { BackstageEntry, Standing } from '@toile/contracts/activities/activities-backstage'
import type { ToileError } from '@toile/contracts/errors'
import { inTransaction } from '@toile/db/client'
import { awardActivity } from '@toile/db/activities/activity-awards'
import { moveWork } from '@toile/db/works/works-transitions'
import { makeReleasedWork, setPhase, tiers } from '@toile/testing/activities'
import { json, startTestApi } from '../../test-api.js'
import { activityCalls, codeOf } from './activities.test-support.js'

const api = await startTestApi()
const admin = await api.person({ group: 'admin' })
t.teardown(() => api.close())
const { judged, visitor } = activityCalls(api)
const WINNING = 'Winning works are not allowed to be deleted.'

await t.test(
  'V05 twenty calls of two administrators award the prizes once, and they add up to the prize money',
  async (t) => {
    const { id, entered } = await judged([70, 90, 70, 70, 10], { scores_published: true, blind: true })
    const other = await api.person({ group: 'admin' })
    const presses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? admin : other).call('POST', `/backstage/activities/${id}/award`)),
    )
    t.same(presses.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 409)])
    const won = await json<{ items: BackstageEntry[] }>(Promise.resolve(presses.find(({ status }) => status === 200)!))
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
      creator: { id: b!.user.id },
      rank: 1,
      score: 90,
      award: { bonus: { amount: 60_000, currency: 'EUR' } },
    })
    const others = await json<{ items: Entry[] }>(visitor()('GET', `/activities/${id}/works?list=others`))
    t.match(others.items, [{ rank: 5, award: null }])
    const sheet = await json<{ items: ScoreSheetRow[] }>(visitor()('GET', `/activities/${id}/scores`))
    t.match(sheet.items[0], { rank: 1, means: { cut: 90, idea: 90 }, score: 90, jurors: 1 })
    t.equal(sheet.items.length, 5)
    const history = await json<{ items: ActivityHistory[] }>(visitor()('GET', `/users/${b!.user.id}/activities`))
    t.match(history.items, [
      { id, works: [{ rank: 1, award: { rank: 1, bonus: { amount: 60_000, currency: 'EUR' } } }] },
    ])
    t.match(await json(visitor()('GET', `/activities/${id}`)), { awarded: true, phase: 'awarding' })
  },
)

await t.test('V05 without scores nobody wins, and removed entries do not count', async (t) => {
  const { id, entered, jurorId } = await judged([90, 50])
  const list = await json<{ items: BackstageEntry[]; total: number }>(
    admin.call('GET', `/backstage/activity-works?activityId=${id}`),
  )
  t.equal(list.total, 2)
  const best = list.items.find(({ score }) => score === 90)!
  t.match(best, { scores: [{ juror: { id: jurorId }, scores: { cut: 90, idea: 90 } }], disqualified: null })
  const disqualify = () =>
    admin.call('POST', `/backstage/activity-works/${best.id}/disqualify`, { body: { reason: ' Not one metre ' } })
  t.match(await json(disqualify()), { disqualified: { reason: 'Not one metre' } })
  t.match(await json(disqualify()), { code: 'ENTRY_DISQUALIFIED' })
  const mine = await json<{ items: Entry[] }>(entered[0]!.call('GET', `/activities/${id}/works?list=mine`))
  t.match(mine.items, [{ disqualified: { reason: 'Not one metre' } }])
  const shown = await json<{ items: Entry[] }>(visitor()('GET', `/activities/${id}/works`))
  t.same(
    shown.items.map(({ disqualified }) => disqualified),
    [null, { reason: '' }],
  )
  await sql`delete from activity_scores`.execute(api.db)
  t.match(await json(admin.call('POST', `/backstage/activities/${id}/award`)), { code: 'NOTHING_TO_AWARD' })
})

await t.test('V06 nobody can remove a winning work', async (t) => {
  const { id, entered } = await judged([90, 10], { tiers: [{ title: 'The prize', amount: 5 }] })
  await awardActivity(api.db, id, admin.user.id)
  const [winner, loser] = entered
  t.match(await json(winner!.call('POST', `/works/${winner!.workId}/trash`)), {
    statusCode: 409,
    message: WINNING,
  })
  await sql`alter table works disable trigger works_keep_winning_out_of_trash`.execute(api.db)
  await sql`update works set state = 'trashed' where id = ${winner!.workId}`.execute(api.db)
  await sql`alter table works enable trigger works_keep_winning_out_of_trash`.execute(api.db)
  t.match(await json(winner!.call('DELETE', `/works/${winner!.workId}`)), { statusCode: 409, message: WINNING })
  await t.rejects(
    sql`delete from works where id = ${winner!.workId}`.execute(api.db),
    /winning work stays/,
    'by hand neither',
  )
  await sql`update works set state = 'released' where id = ${winner!.workId}`.execute(api.db)
  t.equal((await loser!.call('POST', `/works/${loser!.workId}/trash`)).status, 200)
  t.equal((await loser!.call('DELETE', `/works/${loser!.workId}`)).status, 204)

  const spare = await makeReleasedWork(api.db, winner!.user, 'Another')
  t.equal((await winner!.call('DELETE', '/me', { body: { password: 'a good password' } })).status, 204)
  const left = await sql<{ id: string }>`select id from works where owner_id = ${winner!.user.id}`.execute(api.db)
  t.same(left.rows, [{ id: winner!.workId }], 'not with the account either')
  t.equal((await visitor()('GET', `/works/${spare}`)).status, 404)
  t.match(await json(visitor()('GET', `/works/${winner!.workId}`)), {
    creator: { name: '—', nickname: '' },
    model: { bytes: 10 },
    cover: { variants: [{ format: 'webp' }] },
  })
  const files = await sql<{ state: string; public: boolean }>`select distinct state, public from files
    where owner_id = ${winner!.user.id} and kind = 'model'`.execute(api.db)
  t.same(files.rows.map((row) => `${row.state} ${row.public}`).sort(), ['deleted false', 'stored true'])
  const [entry] = (await json<{ items: Entry[] }>(visitor()('GET', `/activities/${id}/winners`))).items
  t.match(entry, { creator: null, award: { title: 'The prize' }, open: true })
})

await t.test('V06 a work under judgement stays until the prizes are awarded', async (t) => {
  const { id, entered } = await judged([90, 50, 10])
  const [first, second, third] = entered
  const trash = (who: typeof first) => codeOf(who!.call('POST', `/works/${who!.workId}/trash`))
  await setPhase(api.db, id, 'submission')
  t.equal(await trash(first), 'ok', 'before the deadline it is its owner’s to take')
  t.equal(await codeOf(first!.call('POST', `/works/${first!.workId}/restore`)), 'ok')
  for (const phase of ['reviewing', 'awarding'] as const) {
    await setPhase(api.db, id, phase)
    t.equal(await trash(first), 'ENTERED_WORK', phase)
  }
  const left = sql`delete from works where id = ${first!.workId}`.execute(api.db)
  await t.rejects(left, /entered work stays/, 'nor by hand')
  const { rows } = await sql<{
    id: string
  }>`select id from activity_submissions where work_id = ${second!.workId}`.execute(api.db)
  await admin.call('POST', `/backstage/activity-works/${rows[0]!.id}/disqualify`, { body: { reason: 'Two metres' } })
  t.equal(await trash(second), 'ok', 'one that was taken out does')
  t.equal((await third!.call('DELETE', '/me', { body: { password: 'a good password' } })).status, 204)
  const gone = await sql`select from works where id = ${third!.workId}`.execute(api.db)
  t.equal(gone.rows.length, 0, 'and who leaves takes theirs along')
  await setPhase(api.db, id, 'ended')
  t.equal(await trash(first), 'ok', 'nobody was given a prize')
})

await t.test('V06 a work never both wins a prize and goes to the trash, in a race', async (t) => {
  const { id, entered } = await judged([90])
  // The guard for works under judgement is disabled, so that only the guard for works with a prize is tested.
  await sql`alter table works disable trigger works_keep_entered_out_of_trash`.execute(api.db)
  t.teardown(() => sql`alter table works enable trigger works_keep_entered_out_of_trash`.execute(api.db))
  const { workId } = entered[0]!
  const outcomes = { won: 0, trashed: 0 }
  for (let i = 0; i < 200; i++) {
    await sql`with gone as (delete from activity_awards where activity_id = ${id}),
        open as (update activities set awarded_at = null where id = ${id})
      update works set state = 'released' where id = ${workId}`.execute(api.db)
    const award = () => awardActivity(api.db, id, admin.user.id).catch((error: ToileError) => error.code)
    const trash = async () => {
      // Awarding makes some ten queries. The 0 to 15 queries here place the move before, between or after those.
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

await t.test('V05 awards exactly the prizes of the preview', async (t) => {
  const { id, entered, jurorId } = await judged([70, 90, 70, 70, 10], { scores_published: false })
  const standing = () => json<Standing>(admin.call('GET', `/backstage/activities/${id}/standing`))
  const before = await standing()
  t.match(before, { participants: 5, entrants: 5, disqualified: 0, jurors: [{ juror: { id: jurorId }, scored: 5 }] })
  t.equal(
    before.bonuses.amount,
    tiers.reduce((sum, { amount }) => sum + amount, 0),
  )
  const shown = before.lines.flatMap(({ workId, award }) => (award ? [[workId, award.rank, award.bonus.amount]] : []))
  const given = await json<{ items: BackstageEntry[] }>(admin.call('POST', `/backstage/activities/${id}/award`))
  t.same(
    given.items.map(({ workId, award }) => [workId, award!.rank, award!.bonus.amount]),
    shown,
  )
  t.same((await standing()).lines, before.lines, 'and is shown the same afterwards')
  t.match(before.lines.at(-1), { workId: entered[4]!.workId, rank: 5, score: 10, award: null })
  const jury = await json(admin.call('PATCH', `/backstage/activities/${id}`, { body: { jurorIds: [] } }))
  t.match(jury, { fields: { jurorIds: [/prizes have been awarded/] } }, 'a jury that has decided stays')
})

await t.test('a score sheet with too many works shows the best, not the latest', async (t) => {
  const { id, entered } = await judged([40, 90, 70], { scores_published: true })
  t.equal((await admin.call('POST', `/backstage/activities/${id}/award`)).status, 200)
  await sql`with one as (select version_id, receipt, w.* from activity_submissions s join works w on w.id = s.work_id
      where s.activity_id = ${id} and s.rank = 3),
    more as (insert into works (id, owner_id, title, intro, categories, tags, state, visibility)
      select gen_random_uuid(), owner_id, title, intro, categories, tags, state, visibility
      from one, generate_series(1, 500) returning id)
    insert into activity_submissions (id, activity_id, work_id, version_id, receipt, submitted_at)
    select gen_random_uuid(), ${id}, more.id, version_id, receipt, now() from one, more`.execute(api.db)
  const { items } = await json<{ items: ScoreSheetRow[] }>(visitor()('GET', `/activities/${id}/scores`))
  t.same(
    [items.length, ...items.slice(0, 4).map(({ workId, rank }) => [workId, rank])],
    [500, [entered[1]!.workId, 1], [entered[2]!.workId, 2], [entered[0]!.workId, 3], [items[3]!.workId, null]],
  )
})
