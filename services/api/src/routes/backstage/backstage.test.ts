import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { BackstageOverview } from '@toile/contracts/backstage/backstage'
import { OVERVIEW_DAYS } from '@toile/contracts/backstage/backstage.constants'
import { countsByDay, storageTotals } from '@toile/db/backstage/backstage'
import { makeUpload } from '@toile/testing/factories'
import { json, startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
let adm: Person
t.before(async () => {
  api = await startTestApi()
  adm = await api.person({ group: 'admin' })
})
t.teardown(() => api.close())

const item = { i: 'workers', x: 0, y: 1, w: 6, h: 2 }

t.test('an arrangement is stored by administrator and page, and returned unchanged', async (t) => {
  const other = await api.person({ group: 'admin' })
  const put = (page: string, items: unknown) => adm.call('PUT', `/backstage/layouts/${page}`, { body: { items } })
  const of = async (person: Person, page: string) => json(person.call('GET', `/backstage/layouts/${page}`))
  t.same(await of(adm, 'queues'), { items: [] })
  t.same(await json(put('queues', [item])), { items: [item] })
  await put('overview', [{ ...item, i: 'users', static: true }])
  t.same(await of(adm, 'queues'), { items: [item] }, 'the other page leaves it alone')
  t.same(await of(other, 'queues'), { items: [] })
  await put('queues', [])
  t.same(await of(adm, 'queues'), { items: [] })
  for (const wrong of [[{ ...item, x: 12 }], [{ ...item, w: 0 }], [{ ...item, h: 13 }]])
    t.equal((await put('queues', wrong)).status, 422)
  t.equal((await put('elsewhere', [])).status, 422)
})

t.test('the overview counts by day and sums up stored bytes', async (t) => {
  const before = await json<BackstageOverview>(adm.call('GET', '/backstage/overview'))
  t.equal(before.users.length, OVERVIEW_DAYS)
  const owner = await api.person()
  const upload = await makeUpload(api.db, owner.user)
  const daysAgo = (days: number) => Date.now() - days * 86_400_000
  // The ids start with the same time as `created_at`, as if the rows were created then.
  for (const days of [3, OVERVIEW_DAYS])
    await sql`insert into users (id, username, email, invite_code, created_at) values (${newId(daysAgo(days))},
      ${`came-${days}`}, ${`came-${days}@example.test`}, ${`came-${days}`}, ${new Date(daysAgo(days))})`.execute(api.db)
  const after = await json<BackstageOverview>(adm.call('GET', '/backstage/overview'))
  t.equal(after.users.at(-1)! - before.users.at(-1)!, 1, 'today last')
  t.equal(after.users.at(-4)! - before.users.at(-4)!, 1)
  t.equal(sum(after.users) - sum(before.users), 2, 'who came before the first of the days is not counted')
  t.equal(sum(after.uploads) - sum(before.uploads), 1)
  t.same(await countsByDay(api.db, 'renders'), Array(OVERVIEW_DAYS).fill(0))

  await sql`insert into files (id, owner_id, kind, key, content_type, bytes, state)
    select gen_random_uuid(), ${owner.user.id}, 'image', ${upload} || n, 'image/webp', 1000, 'stored'
    from generate_series(1, 20000) n`.execute(api.db)
  const exact = await storageTotals(api.db)
  t.equal(exact.files - after.storage.files, 20_000)
  t.equal(exact.bytes - after.storage.bytes, 20_000_000)
  t.equal(exact.isEstimate, false)
  const estimated = await storageTotals(api.db, 250)
  t.equal(estimated.isEstimate, true)
  t.ok(Math.abs(estimated.files / exact.files - 1) < 0.25, `${estimated.files} of ${exact.files}`)
})

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
