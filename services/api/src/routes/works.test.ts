import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { Upload } from '@toile/contracts/uploads/uploads'
import type { Work } from '@toile/contracts/works/works'
import { removePictures, removeUploads } from '@toile/db/files/removals'
import { createLinks } from '@toile/runtime/links'
import { makeImage, makeReadyUpload } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { announce, caller, json, startTestApi, type TestApi } from '../test-api.js'
import { complete, draft } from './works.test-support.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

await t.test('a draft may be empty; publishing names all missing fields at once', async (t) => {
  const ann = await api.person()
  const empty = await json<Work>(ann.call('POST', '/works', { body: {} }))
  t.match(empty, { state: 'draft', title: '', coverId: null })
  const refused = await ann.call('POST', `/works/${empty.id}/publish`, { headers: { 'accept-language': 'zh-CN' } })
  t.equal(refused.status, 422)
  const body = (await refused.json()) as { fields: Record<string, string[]> }
  t.same(Object.keys(body.fields).sort(), ['categories', 'coverId', 'intro', 'tags', 'title', 'uploadId'])
  t.match(body.fields['title']![0], /至少 4 个字符/)
  t.equal((await json<Work>(ann.call('GET', `/works/${empty.id}`))).state, 'draft', 'and moves nothing')
})

await t.test('C09 titles have 4 to 50 characters as people count them, introductions under 1000', async (t) => {
  const ann = await api.person()
  const tries: [string, string, boolean][] = [
    ['title', '👗👗👗', false],
    ['title', '连衣裙装', true],
    ['title', '裙'.repeat(50), true],
    ['title', '裙'.repeat(51), false],
    ['intro', 'x'.repeat(999), true],
    ['intro', 'x'.repeat(1000), false],
    ['intro', '裙'.repeat(999), true],
  ]
  for (const [field, value, good] of tries) {
    const work = await draft(api, ann)
    const saved = await ann.call('PATCH', `/works/${work.id}`, { body: { [field]: value } })
    const published = saved.status === 200 ? await ann.call('POST', `/works/${work.id}/publish`) : saved
    t.equal(published.status, good ? 200 : 422, `${field} of ${[...value].length}`)
  }
})

await t.test(
  'a released public work is in the feed and its files are public; private again, they are not',
  async (t) => {
    const ann = await api.person()
    const visitor = caller(api.url)
    const work = await draft(api, ann)
    t.equal((await visitor('GET', `/works/${work.id}`)).status, 404, 'a draft is not there for others')
    const signed = new URL(work.cover!.variants[0]!.url)
    t.ok(signed.searchParams.get('signature'), 'its pictures have links that expire')

    const released = await json<Work>(ann.call('POST', `/works/${work.id}/publish`))
    t.match(released, { state: 'released', releasedAt: String })
    const feed = await json<{ items: Work[] }>(visitor('GET', '/works'))
    t.ok(feed.items.some((item) => item.id === work.id))
    const seen = await json<Work>(visitor('GET', `/works/${work.id}`))
    const url = new URL(seen.model!.url)
    t.equal(url.search, '', 'a public file has a permanent address')
    const light = new URL(seen.preview!.url)
    t.equal(light.search, '', 'and so has its light level')
    const ar = new URL(seen.ar!.url)
    t.equal(ar.search, '', 'and its level for AR, which another program fetches')
    t.equal(seen.proprietary, null)

    await ann.call('PATCH', `/works/${work.id}`, { body: { visibility: 'private' } })
    t.equal((await visitor('GET', `/works/${work.id}`)).status, 404)
    for (const { pathname } of [url, light, ar])
      t.equal((await visitor('GET', pathname)).status, 404, 'U21 and its old address is dead')
    const emptied = await json<{ items: Work[] }>(visitor('GET', '/works'))
    t.notOk(emptied.items.some((item) => item.id === work.id))
    t.equal((await ann.call('GET', `/works/${work.id}`)).status, 200, 'its owner still sees it')
  },
)

await t.test("U21 a proprietary format's file is public only while its work is", async (t) => {
  const ann = await api.person()
  const visitor = caller(api.url)
  const { uploadId, coverId } = await makeReadyUpload(api.db, ann.user, 'zprj')
  const work = await json<Work>(ann.call('POST', '/works', { body: { ...complete, uploadId, coverId } }))
  t.match(work, { model: null, preview: null, proprietary: { format: 'zprj' } })
  t.ok(new URL(work.proprietary!.url).searchParams.get('signature'), 'a draft is its owner alone to download')
  await ann.call('POST', `/works/${work.id}/publish`)
  const seen = await json<Work>(visitor('GET', `/works/${work.id}`))
  const { pathname, search } = new URL(seen.proprietary!.url)
  t.equal(search, '')
  t.match(pathname, /\/garment\.zprj$/)
  await ann.call('POST', `/works/${work.id}/unpublish`)
  t.equal((await visitor('GET', pathname)).status, 404)
})

await t.test('U21 a changed or expired link to a private file works for nobody', async (t) => {
  const ann = await api.person()
  const work = await draft(api, ann)
  const url = new URL(work.model!.url)
  const fetchIt = (change: (search: URLSearchParams) => void) => {
    const changed = new URL(url)
    change(changed.searchParams)
    return fetch(api.url + changed.pathname + changed.search)
  }
  // The file of this test has no stored bytes, so a valid link fails too, but not with 404 as an invalid link does.
  t.not((await fetchIt(() => {})).status, 404)
  t.equal((await fetchIt((search) => search.set('expires', '99999999999'))).status, 404)
  t.equal((await fetchIt((search) => search.set('signature', 'AAAA'))).status, 404)
  t.equal((await fetchIt((search) => search.delete('signature'))).status, 404)
  t.equal((await fetchIt((search) => search.set('expires', '1'))).status, 404)
  // A link's end is rounded up to a full minute, so a link that ended two minutes ago has expired in any case.
  const [, , id, name] = url.pathname.split('/') as [string, string, string, string]
  const ended = new URL(createLinks(api.config).file({ id, name, public: false }, { seconds: -120 }))
  t.equal((await fetch(api.url + ended.pathname + ended.search)).status, 404, 'ours, and over')
})

await t.test("a work's state changes only along the allowed transitions", async (t) => {
  const ann = await api.person()
  const work = await draft(api, ann)
  const move = async (name: string) => (await ann.call('POST', `/works/${work.id}/${name}`)).status
  t.equal(await move('unpublish'), 409, 'a draft is not released')
  t.equal(await move('restore'), 409)
  t.equal(await move('publish'), 200)
  t.equal(await move('publish'), 409, 'twice')
  t.equal((await ann.call('DELETE', `/works/${work.id}`)).status, 409, 'only from the trash')
  t.equal(await move('trash'), 200)
  t.equal(await move('publish'), 409)
  t.equal((await ann.call('PATCH', `/works/${work.id}`, { body: { title: 'Another' } })).status, 409)
  t.equal(await move('restore'), 200)
  t.equal(await move('trash'), 200)
  t.equal((await ann.call('DELETE', `/works/${work.id}`)).status, 204)
  t.equal((await ann.call('GET', `/works/${work.id}`)).status, 404)
})

await t.test('a republished work keeps the date of its first release, and its place', async (t) => {
  const ann = await api.person()
  const [older, newer] = [await draft(api, ann), await draft(api, ann)]
  const move = (name: string) => json<Work>(ann.call('POST', `/works/${older.id}/${name}`))
  const { releasedAt } = await move('publish')
  await ann.call('POST', `/works/${newer.id}/publish`)
  for (const moves of [
    ['unpublish', 'publish'],
    ['trash', 'restore', 'publish'],
  ]) {
    for (const name of moves) await move(name)
    t.equal((await move('unpublish')).releasedAt, releasedAt)
    t.equal((await move('publish')).releasedAt, releasedAt, moves.join(', '))
    const feed = await json<{ items: Work[] }>(caller(api.url)('GET', `/works?creator=${ann.user.id}`))
    t.same(
      feed.items.map(({ id }) => id),
      [newer.id, older.id],
    )
  }
})

await t.test("A02 a work cannot use another user's upload or picture", async (t) => {
  const ann = await api.person()
  const bob = await api.person()
  const { uploadId, coverId } = await makeReadyUpload(api.db, ann.user)
  const response = await bob.call('POST', '/works', { body: { uploadId, coverId } })
  t.equal(response.status, 422)
  t.same(Object.keys(((await response.json()) as { fields: object }).fields).sort(), ['coverId', 'uploadId'])

  const work = await draft(api, bob)
  for (const [field, value] of Object.entries({ uploadId, coverId })) {
    const changed = await bob.call('PATCH', `/works/${work.id}`, { body: { [field]: value } })
    t.equal(changed.status, 422, field)
    t.same(Object.keys(((await changed.json()) as { fields: object }).fields), [field])
  }
  t.same(await json<Work>(bob.call('GET', `/works/${work.id}`)).then(({ version }) => version), work.version)
})

await t.test('a call repeated with its Idempotency-Key has one effect and one answer', async (t) => {
  const ann = await api.person()
  const headers = { 'idempotency-key': 'click-1' }
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => json<Work>(ann.call('POST', '/works', { body: { title: 'Once only' }, headers }))),
  )
  t.equal(new Set(responses.map((response) => response.id)).size, 1)
  const mine = await json<{ items: Work[] }>(ann.call('GET', '/me/works'))
  t.equal(mine.items.length, 1)
  const other = await ann.call('POST', '/works', { body: { title: 'Another' }, headers })
  t.equal(other.status, 422)
  t.match(await other.json(), { code: 'IDEMPOTENCY_KEY_REUSED' })
  const bob = await api.person()
  t.equal((await bob.call('POST', '/works', { body: { title: 'Mine' }, headers })).status, 201, 'keys are per person')
})

await t.test('a cursor pages through lists without gaps or repeats', async (t) => {
  const ann = await api.person()
  for (let i = 0; i < 7; i++) {
    const work = await draft(api, ann)
    await ann.call('POST', `/works/${work.id}/publish`)
  }
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: { items: Work[]; nextCursor: string | null } = await json(
      ann.call('GET', `/works?limit=3${cursor ? `&cursor=${cursor}` : ''}`),
    )
    seen.push(...page.items.map((item) => item.id))
    cursor = page.nextCursor
  } while (cursor)
  t.equal(new Set(seen).size, seen.length)
  t.ok(seen.length >= 7)
})

await t.test('the creator annotates points of the garment, which others can read', async (t) => {
  const ann = await api.person()
  const work = await draft(api, ann)
  const spot = { point: [0.1, 0.5, 0.2], normal: [0, 0, 1], title: ' Pleats ', text: 'Pressed, then stitched.' }
  const put = (hotspots: object[]) => ann.call('PUT', `/works/${work.id}/hotspots`, { body: { hotspots } })
  const kept = await json<Work>(put([spot, { ...spot, title: '褶裥', text: '' }]))
  t.match(kept.hotspots, [
    { title: 'Pleats', point: spot.point },
    { title: '褶裥', text: '' },
  ])
  t.ok(kept.version > work.version, 'a change like any other')
  t.equal((await put([{ ...spot, point: [0, 3, 0] }])).status, 422, 'no garment reaches so far')
  t.equal((await put(Array.from({ length: 25 }, () => spot))).status, 422)
  await ann.call('POST', `/works/${work.id}/publish`)
  const seen = await json<Work>(caller(api.url)('GET', `/works/${work.id}`))
  t.same(
    seen.hotspots.map(({ title }) => title),
    ['Pleats', '褶裥'],
    'what was refused changed nothing',
  )
  await ann.call('POST', `/works/${work.id}/trash`)
  t.equal((await put([])).status, 409)
})

await t.test(
  "the overview counts the user's works by state and their running uploads, and nothing of others",
  async (t) => {
    const [ann, bob] = [await api.person(), await api.person()]
    const work = await draft(api, ann)
    await draft(api, ann)
    await draft(api, bob)
    await ann.call('POST', `/works/${work.id}/publish`)
    await bob.call('PUT', `/works/${work.id}/like`)
    const overview = await json<object>(ann.call('GET', '/me/overview'))
    t.same(overview, {
      works: { draft: 1, released: 1, trashed: 0 },
      uploadsUnderWay: 0,
      rendersUnderWay: 0,
      likes: 1,
      comments: 0,
      views: 0,
    })
    await announce(ann, 4)
    await ann.call('POST', `/works/${work.id}/trash`)
    t.match(await json<object>(ann.call('GET', '/me/overview')), {
      works: { draft: 1, released: 0, trashed: 1 },
      uploadsUnderWay: 1,
      likes: 0,
    })
  },
)

await t.test('an upload refers to its work; detail pictures alone make a work complete', async (t) => {
  const ann = await api.person()
  const work = await draft(api, ann)
  t.equal((await json<Upload>(ann.call('GET', `/uploads/${work.uploadId}`))).workId, work.id)
  const cleared = await ann.call('PATCH', `/works/${work.id}`, { body: { clear: ['uploadId'] } })
  t.equal(cleared.status, 200)
  t.match(await json(ann.call('POST', `/works/${work.id}/publish`)), { fields: { uploadId: [/./] } })
  const imageId = await makeImage(api.db, ann.user, 'detail')
  t.equal((await ann.call('PATCH', `/works/${work.id}`, { body: { imageIds: [imageId] } })).status, 200)
  t.equal((await ann.call('POST', `/works/${work.id}/publish`)).status, 200)
})

await t.test(
  'a file sent for a work is listed for it, until it joins the work or its owner dismisses it',
  async (t) => {
    const [ann, bob] = [await api.person(), await api.person()]
    const work = await draft(api, ann)
    const sent = await Promise.all([1, 2].map(() => announce(ann, 4, { workId: work.id })))
    const ids = sent.map((response) => response.headers.get('location')!.split('/').at(-1)!).sort()
    const listed = async () => {
      const { items } = await json<{ items: Upload[] }>(ann.call('GET', `/uploads?forWork=${work.id}`))
      return items.map(({ id }) => id).sort()
    }
    t.same(await listed(), ids)
    t.match(await json<Upload>(ann.call('GET', `/uploads/${ids[0]}`)), { forWorkId: work.id, workId: undefined })

    await ann.call('PATCH', `/works/${work.id}`, { body: { uploadId: ids[0] } })
    t.match(await json<Upload>(ann.call('GET', `/uploads/${ids[0]}`)), { forWorkId: undefined, workId: work.id })
    t.same(await listed(), [ids[1]])
    t.equal((await ann.call('DELETE', `/uploads/${ids[1]}/aim`)).status, 204)
    t.same(await listed(), [])

    const last = (await announce(ann, 4, { workId: work.id })).headers.get('location')!
    await ann.call('POST', `/works/${work.id}/trash`)
    t.match(await json<Upload>(ann.call('GET', last)), { forWorkId: undefined }, 'nothing leads to the trash')
    for (const wrong of [(await draft(api, bob)).id, 'no id', work.id.replace(/^..../, '0000')])
      t.equal((await announce(ann, 4, { workId: wrong })).status, 422, wrong)
  },
)

await t.test('choosing something that is being removed at that moment is refused with a reason', async (t) => {
  const una = await api.person({ verified: false })
  const { id: workId } = await json<Work>(una.call('POST', '/works', { body: {} }))
  const due = sql`set removal_due_at = now() - interval '1 day', removal_announced_at = now() - interval '8 days'`
  const choices = {
    cover: async (): Promise<object> => ({ coverId: await makeImage(api.db, una.user, 'cover') }),
    gallery: async () => ({ imageIds: [await makeImage(api.db, una.user, 'detail')] }),
    model: async () => ({ uploadId: (await makeReadyUpload(api.db, una.user)).uploadId }),
  }
  for (const [what, choose] of Object.entries(choices)) {
    const body = await choose()
    await sql`update images ${due} where owner_id = ${una.user.id}`.execute(api.db)
    await sql`update uploads ${due} where owner_id = ${una.user.id}`.execute(api.db)
    const removing = await api.db.startTransaction().execute()
    t.equal((await removePictures(removing)) + (await removeUploads(removing)), 1)
    const chosen = una.call('PATCH', `/works/${workId}`, { body })
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db)
      return rows.length > 0
    })
    await removing.commit().execute()
    const response = await chosen
    t.equal(response.status, 409, what)
    t.match(await response.json(), { code: 'STATE_CONFLICT' })
  }
})
