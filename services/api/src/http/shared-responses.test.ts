import { sql, type RawBuilder } from 'kysely'
import { rateLimits } from '@toile/testing/processes'
import t from '@toile/testing/tap'
import type { Work, WorkCard } from '@toile/contracts/works/works'
import { listFeed } from '@toile/db/works/feed'
import { findWorkRevisions } from '@toile/db/works/work-revisions'
import { createLinks } from '@toile/runtime/links'
import { createPresentWorks } from '../views/present-works.js'
import { createWorkJson } from '../views/work-json.js'
import { draft, released } from '../routes/works.test-support.js'
import { caller, json, startTestApi, withinASecond, type Person, type TestApi } from '../test-api.js'

const manyCalls = rateLimits(1_000)

let api: TestApi
let other: string
let ann: Person
let bea: Person
t.before(async () => {
  // Limits are raised, because these tests call often from one address.
  api = await startTestApi({ limits: manyCalls })
  other = await api.anotherCopy()
  ann = await api.person()
  bea = await api.person()
})
t.teardown(() => api.close())

const feedAt = async (url: string, token?: string) =>
  (await json<{ items: WorkCard[] }>(caller(url, token)('GET', '/works'))).items
const feed = (person?: Person) => feedAt(api.url, person?.token)
const has = (items: WorkCard[], { id }: { id: string }) => items.some((item) => item.id === id)

await t.test('changes of visibility show at once in this copy and within a second in every other', async (t) => {
  await feedAt(other)
  const work = await released(api, ann)
  t.ok(has(await feed(), work))
  t.ok(await withinASecond(async () => has(await feedAt(other), work)), 'released')
  const take = {
    private: () => ann.call('PATCH', `/works/${work.id}`, { body: { visibility: 'private' } }),
    trashed: () => ann.call('POST', `/works/${work.id}/trash`),
  }
  for (const [what, change] of Object.entries(take)) {
    t.equal((await change()).status, 200, what)
    t.notOk(has(await feed(), work), what)
    t.ok(await withinASecond(async () => !has(await feedAt(other), work)), what)
    await ann.call('POST', `/works/${work.id}/restore`)
    await ann.call('PATCH', `/works/${work.id}`, { body: { visibility: 'public' } })
    await ann.call('POST', `/works/${work.id}/publish`)
    t.ok(await withinASecond(async () => has(await feedAt(other), work)), `no longer ${what}`)
  }
  // The work is hidden in Postgres and not through the API. The API therefore does not clear its cache.
  await sql`update works set hidden_at = now(), hidden_reason = 'spam' where id = ${work.id}`.execute(api.db)
  t.ok(await withinASecond(async () => !has(await feed(), work)), 'hidden')
  t.notOk(has(await feed(bea), work), 'signed-in users get no shared list')
})

await t.test('a change during many reads is in every list requested a second later, in every copy', async (t) => {
  const title = 'Raced dress'
  const work = await draft(api, ann, { title, tags: ['raced'] })
  const paths = ['', '?sort=popular', '?category=dress', '?tag=raced', `?q=${encodeURIComponent(title)}`]
  const lists = [api.url, other].flatMap((url) => paths.map((path) => ({ url, path: `/works${path}` })))
  const isIn = async ({ url, path }: (typeof lists)[number]) =>
    has((await json<{ items: WorkCard[] }>(caller(url)('GET', path))).items, work)
  /** Reads the list until a second has passed. @returns what a read that began after it says */
  const isInAfterASecond = async (list: (typeof lists)[number]) => {
    const end = Date.now() + 1_000
    for (;;) {
      const isLast = Date.now() >= end
      const isInNow = await isIn(list)
      if (isLast) return isInNow
    }
  }
  const patch = (visibility: string) => () => ann.call('PATCH', `/works/${work.id}`, { body: { visibility } })
  // Changes in Postgres alone stand for those by other copies, which tell this one nothing.
  const inPostgres = (change: RawBuilder<unknown>) => () =>
    sql`update works set ${change} where id = ${work.id}`.execute(api.db)
  const changes: [name: string, shown: boolean, change: () => Promise<unknown>][] = [
    ['released', true, () => ann.call('POST', `/works/${work.id}/publish`)],
    ['private', false, patch('private')],
    ['public', true, patch('public')],
    ['hidden', false, inPostgres(sql`hidden_at = now(), hidden_reason = 'spam'`)],
    ['no longer hidden', true, inPostgres(sql`hidden_at = null, hidden_reason = null`)],
    ['trashed', false, () => ann.call('POST', `/works/${work.id}/trash`)],
  ]
  for (const [name, shown, change] of changes) {
    let isDone = false
    const readers = lists.map(async (list) => {
      while (!isDone) await isIn(list)
    })
    const lookups = async () => {
      await change().finally(() => (isDone = true))
      return Promise.all(lists.map(async (list) => [list, await isInAfterASecond(list)] as const))
    }
    const [found] = await Promise.all([lookups(), ...readers])
    t.same(
      found.filter(([, isInNow]) => isInNow !== shown).map(([{ url, path }]) => url + path),
      [],
      name,
    )
  }
})

await t.test("a user's change shows in their next response, in every copy", async (t) => {
  const work = await released(api, ann)
  const seenBy = async (url: string, person: Person) => {
    const card = (await feedAt(url, person.token)).find(({ id }) => id === work.id)!
    const page = await json<Work>(caller(url, person.token)('GET', `/works/${work.id}`))
    for (const key of ['title', 'liked', 'counters', 'creator', 'cover', 'featured'] as const)
      t.same(card[key], page[key], `${key} of the card and of the page`)
    return page
  }
  await seenBy(other, bea)
  await bea.call('PUT', `/works/${work.id}/like`)
  t.match(await seenBy(other, bea), { liked: true, counters: { likes: 1 } })
  t.match(await seenBy(api.url, ann), { liked: false, counters: { likes: 1 } })
  await bea.call('POST', `/works/${work.id}/comments`, { body: { body: 'Lovely drape' } })
  t.match(await seenBy(other, bea), { counters: { comments: 1 } })
  await ann.call('PATCH', `/works/${work.id}`, { body: { title: 'Silk dress' } })
  t.match(await seenBy(other, ann), { title: 'Silk dress' })
  await ann.call('PATCH', '/me/profile', { body: { nickname: 'Ann of Antwerp' } })
  t.match(await seenBy(other, ann), { creator: { nickname: 'Ann of Antwerp' } })
  await ann.call('PUT', `/works/${work.id}/hotspots`, {
    body: { hotspots: [{ point: [0, 0.5, 0], normal: [0, 0, 1], title: 'Collar', text: '' }] },
  })
  t.match(await seenBy(other, ann), { hotspots: [{ title: 'Collar' }] })
})

await t.test('each request for a work looks it up again, for any number of readers', async (t) => {
  const work = await released(api, ann)
  const statuses = async (urls: string[]) =>
    Promise.all(urls.map(async (url) => (await caller(url)('GET', `/works/${work.id}`)).status))
  const many = Array.from({ length: 30 }, (_, at) => (at % 2 ? api.url : other))
  t.same(new Set(await statuses(many)), new Set([200]))
  await ann.call('PATCH', `/works/${work.id}`, { body: { visibility: 'private' } })
  t.same(new Set(await statuses(many)), new Set([404]), 'U21 private in every copy at once')
  const own = await ann.call('GET', `/works/${work.id}`)
  t.equal(own.headers.get('cache-control'), 'no-store', 'not cached, because its links expire')
  t.ok(new URL(((await own.json()) as Work).cover!.variants[0]!.url).search)
})

await t.test('U21 a work that becomes private after the lookup is serialized for nobody', async (t) => {
  const work = await released(api, ann)
  const links = createLinks(api.config)
  const json = createWorkJson(links, createPresentWorks(links))
  const [revision] = await findWorkRevisions(api.db, [{ id: work.id, viewerId: undefined }])
  const page = await listFeed(api.db, { sort: 'latest', limit: 1 })
  t.equal(page.items[0]!.id, work.id)
  await ann.call('PATCH', `/works/${work.id}`, { body: { visibility: 'private' } })
  t.equal(await json.work(api.db, revision!), undefined)
  t.equal(
    (await json.page(api.db, page)).bytes.toString(),
    `{"items":[],"nextCursor":${JSON.stringify(page.nextCursor)}}`,
  )
})

await t.test('an unchanged page is answered with 304, a changed one is compressed', async (t) => {
  await released(api, ann)
  const get = (headers: Record<string, string>, person?: Person) =>
    caller(api.url, person?.token)('GET', '/works', { headers })
  for (const person of [undefined, ann]) {
    const first = await get({}, person)
    const etag = first.headers.get('etag')!
    t.match(first.headers.get('vary'), /authorization/)
    const body = await first.text()
    const again = await get({ 'if-none-match': etag }, person)
    t.equal(again.status, 304)
    t.equal(await again.text(), '')
    for (const encoding of ['br', 'gzip']) {
      const response = await get({ 'accept-encoding': encoding }, person)
      t.equal(response.headers.get('content-encoding'), encoding)
      t.equal(response.headers.get('etag'), etag, 'weak, because it is the same for each encoding')
      t.equal(await response.text(), body)
    }
    const unwanted = await get({ 'accept-encoding': 'br;q=0, gzip;q=0.5' }, person)
    t.equal(unwanted.headers.get('content-encoding'), 'gzip', 'q=0 refuses an encoding')
    await bea.call('PUT', `/works/${(JSON.parse(body) as { items: WorkCard[] }).items[0]!.id}/like`)
    t.ok(
      await withinASecond(async () => (await get({ 'if-none-match': etag }, person)).status === 200),
      'changed since',
    )
    await bea.call('DELETE', `/works/${(JSON.parse(body) as { items: WorkCard[] }).items[0]!.id}/like`)
  }
})
