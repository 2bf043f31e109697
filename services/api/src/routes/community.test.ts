import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Comment } from '@toile/contracts/comments/comments'
import type { Creator, CreatorCard } from '@toile/contracts/users/creators'
import type { Work, WorkCard } from '@toile/contracts/works/works'
import { newId } from '@toile/contracts/ids'
import { markCountersPublished, dirtyCounters } from '@toile/db/works/work-counters'
import { caller, json, startTestApi, type Person, type TestApi } from '../test-api.js'
import { comment, counters, draft, released } from './works.test-support.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

type List<T> = { items: T[]; nextCursor: string | null }

const settle = async () => {
  const unpublished = await dirtyCounters(api.db, 1_000)
  await markCountersPublished(api.db, unpublished)
  return unpublished
}

await t.test('C12 racing likes stay consistent: 0 or 1 row per user, and the count equals the rows', async (t) => {
  const [ann, bob, eve] = [await api.person(), await api.person(), await api.person()]
  const work = await released(api, ann)
  const calls = Array.from({ length: 50 }, (_, i) => (i % 2 ? 'DELETE' : 'PUT'))
  await Promise.all(calls.flatMap((m) => [bob, eve].map((who) => who.call(m, `/works/${work.id}/like`))))
  const rows = await api.db.selectFrom('work_likes').select('user_id').where('work_id', '=', work.id).execute()
  t.equal((await counters(api, work.id)).likes, rows.length)
  const [carl, dora] = [await api.person(), await api.person()]
  for (const who of [carl, carl, dora]) t.equal((await who.call('PUT', `/works/${work.id}/like`)).status, 200)
  t.equal((await counters(api, work.id)).likes, rows.length + 2)
  t.equal((await json<Work>(carl.call('GET', `/works/${work.id}`))).liked, true)
  t.equal((await json<Work>(caller(api.url)('GET', `/works/${work.id}`))).liked, false)
  await ann.call('POST', `/works/${work.id}/trash`)
  t.equal((await bob.call('PUT', `/works/${work.id}/like`)).status, 404, 'what is in the trash is not there')
})

await t.test('C12 racing follows stay consistent in both directions, and nobody follows themselves', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const turn = (who: Person, whom: Person, method: string) => who.call(method, `/users/${whom.user.id}/follow`)
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const method = i % 4 < 2 ? 'PUT' : 'DELETE'
      return i % 2 ? turn(ann, bob, method) : turn(bob, ann, method)
    }),
  )
  t.same([...new Set(responses.map(({ status }) => status))], [200])
  for (const [who, whom] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    const rows = await api.db
      .selectFrom('follows')
      .select('follower_id')
      .where('followee_id', '=', whom.user.id)
      .execute()
    t.equal((await json<Creator>(who.call('GET', `/users/${whom.user.id}`))).followers, rows.length)
  }
  t.equal((await turn(ann, ann, 'PUT')).status, 409)
  t.equal((await ann.call('PUT', `/users/${newId()}/follow`)).status, 404)
  await turn(ann, bob, 'PUT')
  const followers = await json<List<CreatorCard>>(bob.call('GET', `/users/${bob.user.id}/followers`))
  t.match(followers.items, [{ id: ann.user.id, following: 1 }])
  t.same((await json<List<CreatorCard>>(ann.call('GET', `/users/${ann.user.id}/following`))).items[0]?.followed, true)
})

await t.test(
  "I5 counts equal the rows after racing comments, and a deleted account's comments are removed",
  async (t) => {
    const [ann, bob] = [await api.person(), await api.person({ password: 'quite a long one' })]
    const work = await released(api, ann)
    const responses = await Promise.all(Array.from({ length: 9 }, () => comment(bob, work.id, {})))
    const ids = await Promise.all(responses.map(async (response) => ((await response.json()) as Comment).id))
    await Promise.all(ids.slice(0, 4).flatMap((id) => [bob, ann].map((who) => who.call('DELETE', `/comments/${id}`))))
    t.equal((await counters(api, work.id)).comments, 5)
    await bob.call('PUT', `/works/${work.id}/like`)
    await bob.call('PUT', `/users/${ann.user.id}/follow`)
    const gone = await bob.call('DELETE', '/me', { body: { password: 'quite a long one' } })
    t.equal(gone.status, 204)
    t.match(await counters(api, work.id), { comments: 0, likes: 0 })
    t.match(await json<Creator>(ann.call('GET', `/users/${ann.user.id}`)), { followers: 0 })
  },
)

await t.test('views count once a day per visitor, and never for the owner', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const work = await released(api, ann)
  for (const who of [ann, bob, bob]) t.equal((await who.call('POST', `/works/${work.id}/views`)).status, 202)
  for (let i = 0; i < 2; i++) await caller(api.url)('POST', `/works/${work.id}/views`)
  t.equal((await counters(api, work.id)).views, 2)
  await ann.call('PATCH', `/works/${work.id}`, { body: { visibility: 'private' } })
  await bob.call('POST', `/works/${work.id}/views`)
  const row = await api.db.selectFrom('work_counters').select('views').where('work_id', '=', work.id).executeTakeFirst()
  t.equal(row?.views, 2)
})

await t.test("lists the newest creators first; a user's page sums up the reactions to their works", async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const cards = async (query: string) =>
    (await json<List<CreatorCard>>(caller(api.url)('GET', `/users?sort=newest${query}`))).items.map(({ id }) => id)
  const works = [await released(api, bob), await released(api, ann), await released(api, ann)]
  await ann.call('PUT', `/users/${bob.user.id}/follow`)
  const listed = await cards('')
  t.same(listed.slice(0, 2), [bob.user.id, ann.user.id], 'by age of their accounts, not by followers')
  t.ok(listed.length > 2)
  t.same(listed, listed.toSorted().reverse(), 'ids tell the time')

  for (const { id } of works.slice(1)) {
    await bob.call('PUT', `/works/${id}/like`)
    for (const call of [bob.call, caller(api.url)]) await call('POST', `/works/${id}/views`)
  }
  await ann.call('PUT', `/works/${works[1]!.id}/like`)
  const sums = { projectViews: 4, appreciations: 3 }
  t.match(await json<object>(bob.call('GET', `/users/${ann.user.id}`)), sums)
  t.match(await json<object>(ann.call('GET', '/me/profile')), sums)
  await ann.call('POST', `/works/${works[2]!.id}/unpublish`)
  t.match(await json<object>(bob.call('GET', `/users/${ann.user.id}`)), { projectViews: 2, appreciations: 2 })
})

await t.test('search finds words and prefixes, Chinese without spaces, tags and creators', async (t) => {
  const mei = await api.person({ name: `meilin-${Date.now().toString(36)}` })
  const work = await released(api, mei, {
    title: '亚麻百褶裙',
    intro: 'Pleated dresses for Łódź, déjà vu',
    tags: ['府绸', 'plissé'],
  })
  const found = async (q: string) => {
    const page = await json<List<WorkCard>>(caller(api.url)('GET', `/works?q=${encodeURIComponent(q)}&limit=100`))
    return page.items.some(({ id }) => id === work.id)
  }
  for (const q of [
    '百褶裙',
    '褶',
    '亚麻 裙',
    'pleat',
    'DRESS',
    'Łódź',
    '府绸',
    'plissé',
    mei.user.username,
    '亚麻pleated',
    'dress plea',
  ])
    t.ok(await found(q), q)
  for (const q of [
    '麻亚',
    '褶百',
    'plea dress',
    'trouser',
    '羊毛',
    '亚麻 trouser',
    '%',
    "'; drop table works; --",
    '\\',
    '🧵',
  ])
    t.notOk(await found(q), q)
})

await t.test(
  'feeds by category, tag, creator, followed users and popularity; pages neither skip nor repeat',
  async (t) => {
    const [ann, bob] = [await api.person(), await api.person()]
    const tag = `t${Date.now().toString(36)}`
    const works: Work[] = []
    for (let i = 0; i < 5; i++)
      works.push(await released(api, ann, { tags: [tag], categories: [i % 2 ? 'skirt' : 'dress'] }))
    await bob.call('PUT', `/works/${works[2]!.id}/like`)
    await settle()
    const ids = async (query: string, who?: Person) => {
      const page = (cursor: string) =>
        json<List<WorkCard>>((who?.call ?? caller(api.url))('GET', `/works?limit=2&${query}${cursor}`))
      const all: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { items, nextCursor }: List<WorkCard> = await page(cursor && `&cursor=${cursor}`)
        all.push(...items.map(({ id }) => id))
        cursor = nextCursor
      }
      return all
    }
    const newestFirst = works.map(({ id }) => id).reverse()
    t.same(await ids(`tag=${tag}`), newestFirst)
    t.same(await ids(`creator=${ann.user.id}&category=skirt`), [works[3]!.id, works[1]!.id])
    t.same((await ids(`tag=${tag}&sort=popular`))[0], works[2]!.id, 'a like outweighs seconds')
    t.same((await ids(`tag=${tag}&sort=popular`)).length, 5)
    t.same(await ids('sort=following', bob), [])
    await bob.call('PUT', `/users/${ann.user.id}/follow`)
    t.same(await ids('sort=following', bob), newestFirst)
    const tags = await json<{ items: { tag: string; works: number }[] }>(caller(api.url)('GET', `/tags?q=${tag}`))
    t.same(tags.items, [{ tag, works: 5 }])
  },
)

await t.test('all spellings of a tag are one tag, shown as first published', async (t) => {
  const ann = await api.person()
  const tag = `Gewebe-${Date.now().toString(36)} Straße`
  const wide = [...tag.slice(0, 6)]
    .map((character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0))
    .join('')
  const spellings = [
    tag.toUpperCase(),
    tag.replace('ß', 'SS'),
    `#${tag}`,
    `＃${tag}`,
    `Ge\u200bwe\u00adbe${tag.slice(6)}`,
    wide + tag.slice(6),
    tag.replace(' ', ' \u3000'),
  ]
  const hidden = await draft(api, ann, { tags: [spellings[0]], visibility: 'private' })
  const works = [await released(api, ann, { tags: [tag, ...spellings, '#', '\u200b'] })]
  for (const spelling of spellings) works.push(await released(api, ann, { tags: ['linen', spelling] }))
  t.same(works[0]!.tags, [tag], 'what others keep for themselves settles nothing')
  for (const work of works.slice(1)) t.same(work.tags, ['linen', tag])
  const kept = await json<Work>(ann.call('PATCH', `/works/${hidden.id}`, { body: { visibility: 'public' } }))
  t.same(kept.tags, [tag], 'and follows what is settled once it is shown')
  const asked = async (path: string) => (await json<List<{ id: string }>>(caller(api.url)('GET', path))).items
  for (const spelling of [tag, ...spellings]) {
    const q = encodeURIComponent(spelling)
    t.equal((await asked(`/works?tag=${q}`)).length, works.length, spelling)
    t.equal((await asked(`/works?q=${q}`)).length, works.length, spelling)
    t.same(await asked(`/tags?q=${encodeURIComponent(spelling.slice(0, 5))}`), [{ tag, works: works.length }], spelling)
  }
  t.same(await asked('/works?tag=%23'), [], 'a # alone is no tag')

  await sql`update works set tags = array['GEWEBE of old'] where id = ${works[0]!.id}`.execute(api.db)
  t.equal((await asked('/works?tag=gewebe%20of%20old')).length, 1)
  await t.rejects(sql`insert into tags (name) values ('#silk'), ('SILK')`.execute(api.db), /tags_key/)
})

await t.test('C13 a private work changes nothing that others can see', async (t) => {
  const [ann, fan] = [await api.person(), await api.person()]
  await fan.call('PUT', `/users/${ann.user.id}/follow`)
  await released(api, ann)
  const countOnce = async () => {
    const paths = [
      '/works?sort=following',
      '/notifications',
      `/users/${ann.user.id}`,
      `/users/${ann.user.id}/works`,
      '/users',
      '/works?sort=popular',
      '/tags',
      '/works?q=linen',
    ]
    return Promise.all(paths.map(async (path) => (await fan.call('GET', path)).text()))
  }
  const withoutTimes = (texts: string[]) => texts.map((text) => text.replace(/expires=\d+/g, ''))
  await settle()
  const before = withoutTimes(await countOnce())
  await released(api, ann, { visibility: 'private', tags: ['secret'], title: 'Linen, not shown' })
  await settle()
  t.same(withoutTimes(await countOnce()), before)
})

await t.test('oEmbed describes public works and no others', async (t) => {
  const ann = await api.person()
  const work = await released(api, ann, { title: 'Dress "<b>" & co' })
  const ask = (address: string, more = '') =>
    caller(api.url)('GET', `/oembed?url=${encodeURIComponent(address)}${more}`)
  const page = `${api.config.publicUrl}/project/${work.id}`
  const response = (await (await ask(page, '&maxwidth=300')).json()) as { html: string; width: number; height: number }
  t.match(response, { type: 'rich', version: '1.0', width: 300, height: 400 })
  t.match(response.html, `src="${api.config.publicUrl}/embed/${work.id}"`)
  t.notMatch(response.html, /<b>/)
  for (const other of [
    'https://evil.example/project/' + work.id,
    'nonsense',
    `${api.config.publicUrl}/admin`,
    `${page}x`,
  ])
    t.equal((await ask(other)).status, 404, other)
  await ann.call('PATCH', `/works/${work.id}`, { body: { visibility: 'private' } })
  t.equal((await ask(page)).status, 404)
})

await t.test('a report is stored once, and only of what its author can see', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const work = await released(api, ann)
  const report = (body: object) =>
    bob.call('POST', '/reports', { body: { kind: 'work', id: work.id, reason: 'Copied', ...body } })
  const [one, two] = [await report({}), await report({ reason: 'Again' })]
  t.same([one.status, two.status], [201, 201])
  t.equal(((await one.json()) as { id: string }).id, ((await two.json()) as { id: string }).id)
  t.equal((await report({ kind: 'tenant' })).status, 422)
  t.equal((await report({ kind: 'user', id: newId() })).status, 404)
  await ann.call('PATCH', `/works/${work.id}`, { body: { visibility: 'private' } })
  t.equal((await report({})).status, 404)
  const kept = await sql<{ n: number }>`select count(*)::int as n from reports where subject_id = ${work.id}`.execute(
    api.db,
  )
  t.equal(kept.rows[0]!.n, 1)
})

await t.test('an owner arranges their page; invalid arrangements are refused', async (t) => {
  const ann = await api.person()
  const work = await released(api, ann)
  const put = (items: unknown) => ann.call('PUT', '/me/layout', { body: { items } })
  const item = { i: work.id, x: 0, y: 0, w: 4, h: 3 }
  t.equal((await put([item])).status, 200)
  t.same((await json<Creator>(caller(api.url)('GET', `/users/${ann.user.id}`))).layout, [item])
  for (const bad of [{ x: 12 }, { w: 0 }, { w: 13 }, { h: 1e9 }, { y: -1 }, { i: 'x' }, { x: 0.5 }])
    t.equal((await put([{ ...item, ...bad }])).status, 422, JSON.stringify(bad))
  t.equal((await put(Array.from({ length: 201 }, () => item))).status, 422)
})
