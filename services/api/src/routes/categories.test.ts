import t from '@toile/testing/tap'
import type { Category, BackstageCategory } from '@toile/contracts/works/categories'
import type { Work } from '@toile/contracts/works/works'
import { makeReadyUpload } from '@toile/testing/factories'
import { caller, json, startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
let adm: Person
let ann: Person
t.before(async () => {
  api = await startTestApi()
  adm = await api.person({ group: 'admin' })
  ann = await api.person()
})
t.teardown(() => api.close())

const noted = ['action', 'actor_id', 'subject_id', 'params', 'reason', 'before', 'after'] as const
const names = (en: string, zh: string) => ({ en, 'zh-CN': zh })
const add = (slug: string, named = names('Bags', '包袋')) =>
  adm.call('POST', '/backstage/categories', { body: { slug, names: named } })
const update = (slug: string, body: object) => adm.call('PATCH', `/backstage/categories/${slug}`, { body })
const listed = async () => (await json<{ items: Category[] }>(caller(api.url)('GET', '/categories'))).items
const slugs = async () => (await listed()).map(({ slug }) => slug)

async function released(title: string, categories: string[]): Promise<Work> {
  const { uploadId, coverId } = await makeReadyUpload(api.db, ann.user)
  const fields = { title, intro: 'For summer.', categories, tags: ['linen'], uploadId, coverId }
  const work = await json<Work>(ann.call('POST', '/works', { body: fields }))
  const response = await ann.call('POST', `/works/${work.id}/publish`)
  if (response.status !== 200) throw new Error(await response.text())
  return work
}
const found = async (query: string) => {
  const { items } = await json<{ items: Work[] }>(caller(api.url)('GET', `/works?${query}`))
  return items.map(({ title }) => title).sort()
}

await t.test('everyone reads the categories, and again only after a change', async (t) => {
  const first = await caller(api.url)('GET', '/categories')
  t.match((await first.json()) as object, {
    items: [{ slug: 'dress', names: names('Dresses', '连衣裙'), hidden: false }],
  })
  const again = () =>
    caller(api.url)('GET', '/categories', { headers: { 'if-none-match': first.headers.get('etag')! } })
  t.equal((await again()).status, 304)
  t.equal((await update('dress', { names: names('Gowns', '连衣裙') })).status, 200)
  t.equal((await again()).status, 200)
})

await t.test('a slug has small letters, digits and hyphens, and is unique', async (t) => {
  for (const slug of ['a', 'Bags', '2d', 'bags-', '-bags', 'two  words', 'two--words', '包袋', 'x'.repeat(33)])
    t.match(await json(add(slug)), { code: 'INVALID_INPUT', fields: { slug: [/lowercase letters/] } }, slug)
  t.match(await json(add('dress')), { fields: { slug: ['This is already in use.'] } })
  t.match(await json(add('bags', names(' ', '包'.repeat(41)))), { fields: { 'names.en': Array, 'names.zh-CN': Array } })
  t.equal((await add('evening-wear', names('Evening wear', '晚礼服'))).status, 201)
  t.equal((await slugs()).at(-1), 'evening-wear', 'it comes last')
})

await t.test('works accept visible categories, and keep those they have', async (t) => {
  await add('capes', names('Capes', '斗篷'))
  const work = await released('A hooded cape', ['capes'])
  t.match(await json(update('capes', { hidden: true })), { fields: { reason: Array } }, 'hiding wants a reason')
  t.equal((await update('capes', { hidden: true, reason: 'Nobody looks for it' })).status, 200)
  const refused = (categories: string[]) => json(ann.call('POST', '/works', { body: { categories } }))
  t.match(await refused(['nowhere']), { fields: { categories: ['This category doesn’t exist. Choose another one.'] } })
  t.match(await refused(['dress', 'capes']), { fields: { categories: [/no longer be chosen/] } })
  const kept = await ann.call('PATCH', `/works/${work.id}`, { body: { categories: ['capes', 'dress'] } })
  t.equal(kept.status, 200)
  t.match(await json(ann.call('PATCH', `/works/${work.id}`, { body: { categories: ['dress'] } })), {
    categories: ['dress'],
  })
  const anew = await ann.call('PATCH', `/works/${work.id}`, { body: { categories: ['capes'] } })
  t.equal(anew.status, 422, 'given up, it cannot be chosen anew')
  const info = await json<{ categories: string[] }>(ann.call('GET', '/entry/info'))
  t.notOk(info.categories.includes('capes'))
})

await t.test('the feed is filtered by a new category, and searched by its names in both languages', async (t) => {
  await add('denim', names('Workwear', '工装'))
  await released('Blue jacket', ['denim', 'outerwear'])
  await released('Red jacket', ['outerwear'])
  t.same(await found('category=denim'), ['Blue jacket'])
  t.same(await found('category=nowhere'), [])
  for (const q of ['workwear', 'jacket work', '工装', '工装 jacket', 'denim', '外套 blue'])
    t.same(await found(`q=${encodeURIComponent(q)}`), ['Blue jacket'], q)
  t.same(await found(`q=${encodeURIComponent('工业')}`), [], 'half of a name with something else is not the name')
  await update('denim', { names: names('Overalls', '背带裤') })
  t.same(await found(`q=${encodeURIComponent('背带裤')}`), ['Blue jacket'], 'renamed')
  t.same(await found('q=workwear'), [])
})

await t.test('administrators sort categories; all actions are logged with before, after and reason', async (t) => {
  const order = await slugs()
  const turned = order.toReversed()
  const put = (wanted: string[]) => adm.call('PUT', '/backstage/categories/order', { body: { slugs: wanted } })
  t.equal((await put(turned)).status, 200)
  t.same(await slugs(), turned)
  t.equal((await put(order.slice(1))).status, 409, 'a category was added meanwhile')
  t.match(await json<{ items: BackstageCategory[] }>(adm.call('GET', '/backstage/categories')), {
    items: turned.map((slug) => ({ slug, works: Number })),
  })
  const notes = await api.db
    .selectFrom('audit')
    .select(noted)
    .where('subject_kind', '=', 'category')
    .orderBy('id')
    .execute()
  const note = (action: string) => notes.findLast((one) => one.action === action)
  t.match(note('category.renamed'), { before: names('Workwear', '工装'), after: names('Overalls', '背带裤') })
  t.match(note('category.hidden'), { params: { slug: 'capes' }, reason: 'Nobody looks for it' })
  t.match(note('category.added'), { params: { slug: 'denim' }, actor_id: adm.user.id })
  t.match(note('categories.ordered'), { after: { order: turned.join(', ') } })
})
