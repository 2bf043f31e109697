import t from '@toile/testing/tap'
import type { Comment, PinnedComment, Reply } from '@toile/contracts/comments/comments'
import { insertComment } from '@toile/db/comments/comments'
import { MAX_REPLIES_SHOWN } from '@toile/contracts/comments/comments.constants'
import { newId } from '@toile/contracts/ids'
import { caller, json, startTestApi, type Person, type TestApi } from '../test-api.js'
import { comment, released } from './works.test-support.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

type List<T> = { items: T[]; nextCursor: string | null }

await t.test('C07 comments have deletion rights, threads, pins and limits', async (t) => {
  const [ann, bob, una, adm] = [
    await api.person(),
    await api.person(),
    await api.person({ verified: false }),
    await api.person({ group: 'admin' }),
  ]
  const work = await released(api, ann)
  const visitor = caller(api.url)
  const pin = { point: [0, 0.5, 0.1], normal: [0, 0, 1], colourway: 'Indigo' }
  const first = (await (await comment(bob, work.id, { body: '  领口很漂亮 ', pin })).json()) as Comment
  t.match(first, { body: '领口很漂亮', pin, author: { id: bob.user.id }, replies: [] })
  const unas = (await (await comment(una, work.id, {})).json()) as Comment
  t.equal((await comment(una, work.id, { parentId: first.id })).status, 403, 'S14 an answer needs a proven address')
  const reply = (await (await comment(ann, work.id, { body: 'Thank you', parentId: first.id })).json()) as Comment
  t.equal((await comment(ann, work.id, { parentId: reply.id })).status, 422, 'answers have no answers')
  t.equal((await comment(ann, (await released(api, ann)).id, { parentId: first.id })).status, 422, 'nor across works')
  const remove = async (who: Person, id: string) => (await who.call('DELETE', `/comments/${id}`)).status
  t.equal(await remove(ann, unas.id), 204, 'on their own work its owner may')
  t.equal(await remove(bob, first.id), 204)
  t.equal(await remove(bob, first.id), 404, 'twice')
  const list = await json<List<Comment>>(visitor('GET', `/works/${work.id}/comments`))
  const place = list.items.find(({ id }) => id === first.id)
  t.match(place, { deleted: true, body: '', author: null, pin: null, replies: [{ body: 'Thank you' }] })
  t.equal(await remove(adm, reply.id), 204)
  const after = await json<List<Comment>>(visitor('GET', `/works/${work.id}/comments`))
  t.notOk(
    after.items.some(({ id }) => id === first.id),
    'with its last answer the empty place goes',
  )
  let status = 201
  for (let i = 0; i < 12 && status === 201; i++) status = (await comment(bob, work.id, {})).status
  t.equal(status, 429)
  const key = { 'idempotency-key': 'one press' }
  const send = () =>
    adm.call('POST', `/works/${work.id}/comments`, { body: { body: 'Sent twice, kept once' }, headers: key })
  const [sent, again] = [(await (await send()).json()) as Comment, (await (await send()).json()) as Comment]
  t.equal(again.id, sent.id)
  const kept = await json<List<Comment>>(visitor('GET', `/works/${work.id}/comments`))
  t.equal(kept.items.filter(({ body }) => body === 'Sent twice, kept once').length, 1)
  await ann.call('PATCH', `/works/${work.id}`, { body: { visibility: 'private' } })
  t.equal((await comment(adm, work.id, {})).status, 404)
  t.equal((await visitor('GET', `/works/${work.id}/comments`)).status, 404)
  const trashed = await released(api, ann)
  await ann.call('POST', `/works/${trashed.id}/trash`)
  t.equal((await comment(adm, trashed.id, {})).status, 404)
  t.equal((await comment(ann, trashed.id, {})).status, 404, 'its owner’s too')
})

await t.test('answers beyond those included with their comment come in pages, without gaps', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const work = await released(api, ann)
  const first = (await (await comment(bob, work.id, {})).json()) as Comment
  const count = MAX_REPLIES_SHOWN + 30
  const now = Date.now()
  for (let i = 0; i < count; i++)
    await insertComment(api.db, {
      id: newId(now + i),
      on: { workId: work.id },
      authorId: ann.user.id,
      body: `${i}`,
      parentId: first.id,
    })
  const list = await json<List<Comment>>(caller(api.url)('GET', `/works/${work.id}/comments`))
  const thread = list.items[0]!
  t.equal(thread.replies.length, MAX_REPLIES_SHOWN)
  const bodies = thread.replies.map(({ body }) => body)
  let cursor = thread.repliesCursor ?? null
  while (cursor) {
    const path = `/comments/${first.id}/replies?cursor=${cursor}`
    const page = await json<List<Reply>>(caller(api.url)('GET', path))
    bodies.push(...page.items.map(({ body }) => body))
    cursor = page.nextCursor
  }
  t.same(
    bodies,
    Array.from({ length: count }, (_, i) => `${i}`),
  )
  await ann.call('PATCH', `/works/${work.id}`, { body: { visibility: 'private' } })
  t.equal((await bob.call('GET', `/comments/${first.id}/replies`)).status, 404, 'with its work')
})

await t.test('all points that comments mention are listed at once, without deleted ones', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const work = await released(api, ann)
  const pin = { point: [0, 0.5, 0.1] as const, normal: [0, 0, 1] as const }
  const now = Date.now()
  const ids = Array.from({ length: 130 }, (_, i) => newId(now + i))
  const published = (id: string, more: object) =>
    insertComment(api.db, { id, on: { workId: work.id }, authorId: bob.user.id, body: 'The hem', ...more })
  for (const id of ids) await published(id, { pin })
  await published(newId(), {})
  await bob.call('DELETE', `/comments/${ids[0]}`)
  const { items } = await json<{ items: PinnedComment[] }>(caller(api.url)('GET', `/works/${work.id}/pins`))
  t.same(
    items.map(({ id }) => id),
    ids.slice(1).reverse(),
  )
  t.match(items[0], { pin, excerpt: 'The hem' })
})
