import t from '@toile/testing/tap'
import type { Comment } from '@toile/contracts/comments/comments'
import type { Work } from '@toile/contracts/works/works'
import type { WorkVersion } from '@toile/contracts/works/works-social'
import { makeImage, makeReadyUpload } from '@toile/testing/factories'
import { json, startTestApi, type TestApi } from '../test-api.js'
import { comment, complete, draft, released } from './works.test-support.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

type List<T> = { items: T[]; nextCursor: string | null }

await t.test('keeps every published version as it was', async (t) => {
  const ann = await api.person()
  const work = await draft(api, ann)
  await ann.call('POST', `/works/${work.id}/publish`)
  await ann.call('PATCH', `/works/${work.id}`, { body: { title: 'Renamed dress' } })
  await ann.call('POST', `/works/${work.id}/unpublish`)
  await ann.call('POST', `/works/${work.id}/publish`)
  const versions = await api.db
    .selectFrom('work_versions')
    .select(['number', 'title'])
    .where('work_id', '=', work.id)
    .orderBy('number')
    .execute()
  t.same(versions, [
    { number: 1, title: 'Linen dress' },
    { number: 2, title: 'Renamed dress' },
  ])
})

await t.test('replacing a file makes a version; the same pictures again make none', async (t) => {
  const ann = await api.person()
  const versionsOf = async ({ id }: Work) => {
    const { items } = await json<{ items: WorkVersion[] }>(ann.call('GET', `/works/${id}/versions`))
    return items.map(({ number, model }) => [number, model !== null])
  }
  const work = await draft(api, ann)
  await ann.call('POST', `/works/${work.id}/publish`)
  const { uploadId } = await makeReadyUpload(api.db, ann.user)
  t.match(await json(ann.call('PATCH', `/works/${work.id}`, { body: { uploadId } })), { uploadId, state: 'released' })
  await ann.call('PATCH', `/works/${work.id}`, { body: { uploadId, title: 'Renamed dress' } })
  t.same(await versionsOf(work), [
    [2, true],
    [1, true],
  ])

  const imageIds = [await makeImage(api.db, ann.user, 'detail')]
  const { coverId } = await makeReadyUpload(api.db, ann.user)
  const flat = await json<Work>(ann.call('POST', '/works', { body: { ...complete, coverId, imageIds } }))
  for (const move of ['publish', 'unpublish', 'publish']) await ann.call('POST', `/works/${flat.id}/${move}`)
  t.same(await versionsOf(flat), [[1, false]])
})

await t.test(
  'a new file keeps the reactions to the work; users who see the work may download its versions',
  async (t) => {
    const [ann, bob] = [await api.person(), await api.person()]
    const work = await released(api, ann)
    await bob.call('PUT', `/works/${work.id}/like`)
    const pin = { point: [0, 0.5, 0.1], normal: [0, 0, 1], colourway: 'Indigo' }
    const written = (await (await comment(bob, work.id, { body: 'On the old file', pin })).json()) as Comment
    const { uploadId } = await makeReadyUpload(api.db, ann.user)
    const added = await ann.call('POST', `/works/${work.id}/versions`, { body: { uploadId } })
    t.equal(added.status, 201)
    t.match(await added.json(), { id: work.id, uploadId, counters: { likes: 1, comments: 1 } })
    const kept = await json<List<Comment>>(bob.call('GET', `/works/${work.id}/comments`))
    t.match(kept.items, [{ id: written.id, body: 'On the old file', pin }])
    const versions = await json<List<WorkVersion>>(bob.call('GET', `/works/${work.id}/versions`))
    t.same(
      versions.items.map(({ number }) => number),
      [2, 1],
    )
    t.not(versions.items[0]!.model!.url, versions.items[1]!.model!.url)
    const shown = await json<Work>(bob.call('GET', `/works/${work.id}`))
    t.same(versions.items[0]!.model, shown.model, 'the present one is what the work shows')
    t.same(versions.items[0]!.previews, shown.previews)
    const othersUpload = await makeReadyUpload(api.db, bob.user)
    const stolen = await ann.call('POST', `/works/${work.id}/versions`, { body: { uploadId: othersUpload.uploadId } })
    t.equal(stolen.status, 422, 'A02 of my own files only')
    t.equal((await bob.call('GET', `/works/${work.id}/download`)).status, 403)
    await ann.call('PATCH', `/works/${work.id}`, { body: { downloadable: true } })
    t.match(await json<object>(bob.call('GET', `/works/${work.id}/download`)), {
      filename: 'dress.glb',
      url: /signature=/,
    })
  },
)
