import { sql } from 'kysely'
import Fastify from 'fastify'
import t from '@toile/testing/tap'
import { createRedisDatabase } from '@toile/testing/redis'
import type { Analytics } from '@toile/contracts/analytics/analytics'
import { newId } from '@toile/contracts/ids'
import { forgetViews, readViews, viewsWaiting } from '@toile/bus/page-views'
import { connectRedis } from '@toile/bus/redis'
import { countViews, forgetPageViews, type PageViewAt } from '@toile/db/analytics/page-views'
import { countFigures } from '@toile/db/analytics/figures'
import { createLogger } from '@toile/runtime/logger'
import { createRunning } from '@toile/runtime/process'
import { makeUpload } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { createIntake } from '../../page-view-intake.js'
import { caller, startTestApi, type TestApi } from '../../test-api.js'

const redisUrl = await createRedisDatabase()
const redis = connectRedis(redisUrl, createLogger('test', 'silent'))
let api: TestApi
t.before(async () => {
  api = await startTestApi({ redisUrl, trustProxy: '127.0.0.1' })
})
t.teardown(async () => {
  await api.close()
  redis.disconnect()
})

/** Sends a page view beacon; rejects if the answer has a body. */
async function beacon(body: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${api.url}/analytics/page-views`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': address(), ...headers },
    body,
  })
  if ((await response.text()) !== '') throw new Error('nobody reads an answer')
  return response.status
}
let readers = 0
const address = () => `10.${(++readers >> 16) & 255}.${(readers >> 8) & 255}.${readers & 255}`

async function waiting(): Promise<PageViewAt[]> {
  const seconds = ++marks / 10
  let found: Awaited<ReturnType<typeof readViews>>
  let sentAt = 0
  await until(async () => {
    // This view marks the end of the views sent before. A flood may have displaced it, so it is sent again after 1.5 s.
    if (Date.now() - sentAt > 1_500) {
      sentAt = Date.now()
      await beacon(JSON.stringify({ path: '/static/about-us', seconds }))
    }
    found = await readViews(redis, '0-0', 10_000)
    return found?.views.some((view) => view.path === '/static/about-us' && view.seconds === seconds) ?? false
  })
  await forgetViews(redis, found!.place)
  return found!.views.filter(({ path }) => path !== '/static/about-us')
}
let marks = 0

await t.test(
  'N01 absurd durations and unknown fields are dropped or corrected; the answer is always 202',
  async (t) => {
    const id = newId()
    for (const text of [
      '{"path":"/","seconds":-1}',
      '{"path":"/","seconds":NaN}',
      '{"path":"/","seconds":1e309}',
      '{"path":"/","seconds":"5"}',
      '{"path":"/","seconds":86400.1}',
      '{"path":"/","seconds":null}',
      '{"path":"/"}',
      '{"path":"/nowhere","seconds":1}',
      '{"path":["/"],"seconds":1}',
      '{"path":"/","seconds":1,"id":"x"}',
      `{"path":"/","seconds":1,"id":["${id}"]}`,
      `{"path":"/${'x'.repeat(1_900)}","seconds":1}`,
      `{"path":"/","seconds":1,"refer":"${'x'.repeat(1_000_000)}"}`,
      '{"__proto__":{"path":"/","seconds":1}}',
      '',
      '{',
      'null',
      '[]',
      '7',
      '\0',
    ])
      for (const type of ['text/plain', 'application/json'])
        t.equal(await beacon(text, { 'content-type': type }), 202, `${type} ${text.slice(0, 40)}`)
    const una = await api.person()
    const view = { path: '/upload', seconds: 12.34, id, userId: una.user.id, visitor: una.user.id, at: '1999-01-01' }
    t.equal(await beacon(JSON.stringify(view), { authorization: 'Bearer nonsense' }), 202)
    t.equal(await beacon('{"path":"/creators","seconds":86400}', { 'content-type': 'application/json' }), 202)
    const views = await waiting()
    t.match(views, [
      { path: '/upload', seconds: 12.3, signedIn: false, referred: false },
      { path: '/creators', seconds: 86_400 },
    ])
    t.equal(views.length, 2)
    t.ok(Date.now() - views[0]!.at.getTime() < 60_000, 'its time is ours')
    const stored = await everything()
    t.notMatch(stored, una.user.id, 'nobody is named')
    t.notMatch(stored, /10\.0\.0\.\d|127\.0\.0\.1/, 'no address is written down')
  },
)

await t.test('N01 does not count users who opt out of tracking', async (t) => {
  for (const name of ['dnt', 'sec-gpc']) t.equal(await beacon('{"path":"/","seconds":3}', { [name]: '1' }), 202)
  t.same(await waiting(), [])
})

await t.test('N03 drops query, hash and ids from a path before storing it', async (t) => {
  for (const path of [
    '/login/password?token=TopSecret1',
    '/login/password#TopSecret2',
    `/project/${newId()}?refer=TopSecret3`,
    '/embed/spin/TopSecret4/',
    '/TopSecret5',
    '/project/TopSecret6/edit',
  ])
    await beacon(JSON.stringify({ path, seconds: 1 }))
  t.same(
    (await waiting()).map(({ path }) => path),
    ['/login/password', '/login/password', '/project/:id', '/embed/spin/:id'],
  )
  t.notMatch(await everything(), /TopSecret/)
})

await t.test('N04 a view sent twice counts once, also through another copy of the API', async (t) => {
  const view = JSON.stringify({ path: '/', seconds: 4, id: newId(), signedIn: true, refer: 'ann' })
  const other = caller(await api.anotherCopy())
  await Promise.all([beacon(view), beacon(view), other('POST', '/analytics/page-views', { body: JSON.parse(view) })])
  await until(async () => (await viewsWaiting(redis)) > 0)
  await beacon(view)
  t.match(await waiting(), [{ path: '/', seconds: 4, signedIn: true, referred: true }])
  t.same(await waiting(), [])
})

await t.test('N02 a flood from one address, or from many, is reduced to a sample before Redis', async (t) => {
  const running = createRunning('flood', api.config)
  const app = Fastify()
  // Counters are per minute, so a fixed time keeps the flood within one minute.
  const began = Date.now()
  const intake = createIntake(app, running, redis, () => began)
  const flood = (count: number, from: () => string) => {
    for (let sent = 0; sent < count; sent++)
      intake.take({ id: newId(), path: '/learning', seconds: 1, signedIn: false, referred: false }, from())
  }
  flood(300, () => '10.9.9.9')
  await until(async () => (await viewsWaiting(redis)) > 0)
  t.equal((await waiting()).length, 60, 'a minute of one address')
  const since = performance.now()
  flood(20_000, address)
  t.comment(`20,000 views taken in ${(performance.now() - since).toFixed(0)} ms`)
  await app.close()
  t.equal((await waiting()).length, 500, 'of all that came within a second')
  const outcomes = await running.metrics.getSingleMetric('toile_page_views_total')!.get()
  const byOutcome = new Map(outcomes.values.map(({ labels, value }) => [labels['outcome'], value]))
  t.equal(byOutcome.get('kept'), 560)
  t.equal(byOutcome.get('too many of one address'), 240)
  t.ok(byOutcome.get('too many addresses')! >= 10_000, 'no more than 10,000 addresses are counted apart')
  t.equal(
    [...byOutcome.values()].reduce((sum, count) => sum + count, 0),
    20_300,
    'each is accounted for',
  )
})

await t.test('views become sums per hour and day; a killed counter counts nothing twice', async (t) => {
  await waiting()
  await sql`truncate page_views`.execute(api.db)
  await sql`update page_view_place set place = '0-0'`.execute(api.db)
  for (const [path, seconds, signedIn] of [
    ['/', 1, false],
    ['/', 2, false],
    ['/', 30, true],
    ['/upload', 600, true],
  ] as const)
    await beacon(JSON.stringify({ path, seconds, signedIn, id: newId() }))
  await until(async () => (await viewsWaiting(redis)) === 4)
  const count = () => countViews(api.db, (after) => readViews(redis, after, 3))
  const viewsOf = async () =>
    (
      await sql<{
        views: number
      }>`select coalesce(sum(views), 0)::int as views from page_views where span = 'hour'`.execute(api.db)
    ).rows[0]!.views
  await t.rejects(
    api.db.transaction().execute(async (trx) => {
      await countViews(trx, (after) => readViews(redis, after, 3))
      throw new Error('killed')
    }),
  )
  t.equal(await viewsOf(), 0)
  await Promise.all([count(), count()])
  t.equal(await count(), undefined)
  t.equal(await viewsOf(), 4)
  const { rows } =
    await sql`select span, path, signed_in, views from page_views order by span, path, signed_in`.execute(api.db)
  t.same(rows.slice(0, 3), [
    { span: 'day', path: '/', signed_in: false, views: 2 },
    { span: 'day', path: '/', signed_in: true, views: 1 },
    { span: 'day', path: '/upload', signed_in: true, views: 1 },
  ])
})

await t.test('a registration at the start of an hour counts in it, though its id is older', async (t) => {
  await countFigures(api.db)
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000)
  const usersOf = async () =>
    (await sql<{ users: number }>`select users from hourly_figures where at = ${hour}`.execute(api.db)).rows[0]?.users
  await sql`insert into users (id, username, email, invite_code, created_at)
    values (${newId(hour.getTime() - 5)}, 'borderline', 'borderline@example.test', 'borderline', ${hour})`.execute(
    api.db,
  )
  await countFigures(api.db)
  t.equal(await usersOf(), 1)
  await sql`delete from users where username = 'borderline'`.execute(api.db)
})

await t.test('the dashboard compares a range with the previous one', async (t) => {
  const adm = await api.person({ group: 'admin' })
  await makeUpload(api.db, adm.user)
  await countFigures(api.db)
  await countFigures(api.db)
  const dayAgo = new Date(Date.now() - 24 * 3_600_000)
  const view = { path: '/upload', seconds: 60, signedIn: false, referred: true }
  await countViews(api.db, async () => ({ place: '9-0', views: [{ ...view, at: dayAgo }] }))
  const { now, before, points, pages, ...rest } = await read('24h')
  t.same(rest, { range: '24h', stepSeconds: 3_600 })
  t.match(now, { views: 4, signedIn: 2, referred: 0, uploads: 1, rendersFinished: 0 })
  t.match(before, { views: 1, referred: 1, uploads: 0, storageBytes: null })
  t.ok(now.users >= 2)
  t.type(now.storageBytes, 'number')
  t.equal(points.length, 24)
  t.equal(points.at(-1)!.views + points.at(-2)!.views, 4)
  t.equal(
    points.reduce((sum, { uploads }) => sum + uploads, 0),
    1,
  )
  t.match(pages, [
    { path: '/', views: 3, viewsBefore: 0 },
    { path: '/upload', views: 1, viewsBefore: 1 },
  ])
  // Durations are counted in buckets, so a percentile is at most 9 % off.
  t.ok(Math.abs(pages[1]!.p90Seconds! - 600) < 54, `${pages[1]!.p90Seconds}`)
  for (const [range, count] of [
    ['7d', 168],
    ['30d', 30],
    ['90d', 90],
  ] as const) {
    const other = await read(range)
    t.equal(other.points.length, count)
    t.equal(other.now.views, 5, range)
  }

  async function read(range: string): Promise<Analytics> {
    return (await (await adm.call('GET', `/backstage/analytics?range=${range}`)).json()) as Analytics
  }
})

await t.test('N02 the table stays small for any number of views', async (t) => {
  await sql`truncate page_views`.execute(api.db)
  await sql`update page_view_place set place = '0-0'`.execute(api.db)
  const paths = ['/', '/project/:id', '/creators', '/learning/detail', '/upload', '/activity']
  const begun = Date.now() - 6 * 24 * 3_600_000
  let sent = 0
  const batch = (): PageViewAt[] =>
    Array.from({ length: 50_000 }, () => ({
      at: new Date(begun + (sent++ / 200_000) * 6 * 24 * 3_600_000),
      path: paths[sent % paths.length]!,
      seconds: Math.round(10 * Math.exp(Math.random() * 7)) / 10,
      signedIn: sent % 3 === 0,
      referred: false,
    }))
  const since = performance.now()
  for (let at = 1; at <= 4; at++) await countViews(api.db, async () => ({ place: `${at}-0`, views: batch() }))
  const seconds = (performance.now() - since) / 1_000
  const { rows } = await sql<{ rows: number; bytes: number; views: number }>`
    select count(*)::int as rows, pg_total_relation_size('page_views')::int as bytes,
      (sum(views) filter (where span = 'hour'))::int as views from page_views`.execute(api.db)
  const { rows: kept, bytes, views } = rows[0]!
  t.comment(`200,000 views in ${seconds.toFixed(1)} s: ${kept} rows, ${(bytes / 1e6).toFixed(1)} MB`)
  t.equal(views, 200_000)
  // Rows per hour depend on pages and sign-in only, not on the number of views.
  t.ok(kept < 2_500, `${kept} rows`)
  t.ok(bytes < 4e6, `${bytes} bytes`)
  await sql`update page_views set at = at - interval '200 days' where span = 'day'`.execute(api.db)
  await forgetPageViews(api.db)
  t.equal((await sql`select 1 from page_views where span = 'day'`.execute(api.db)).rows.length, 0)
})

async function everything(): Promise<string> {
  const [stream, rows] = [
    await redis.xrange('toile:page-views', '-', '+'),
    await sql`select * from page_views`.execute(api.db),
  ]
  return JSON.stringify([stream, rows.rows])
}
