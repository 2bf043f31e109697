import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { TimelineLine } from '@toile/contracts/audit/timeline'
import type { TimelineKind } from '@toile/contracts/audit/timeline.constants'
import { failImage } from '@toile/db/images/images-transitions'
import { failVideo } from '@toile/db/videos/videos-transitions'
import { makeReleasedWork } from '@toile/testing/activities'
import { makeDevice, makeImage, makeVideo } from '@toile/testing/factories'
import { json, startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
let adm: Person
t.before(async () => {
  api = await startTestApi()
  adm = await api.person({ group: 'admin', name: 'the-operator' })
})
t.teardown(() => api.close())

const REASON = 'As agreed'
const sentencesOf = async (kind: TimelineKind, id: string) =>
  (
    await json<{ items: TimelineLine[] }>(adm.call('GET', `/backstage/timeline?kind=${kind}&id=${id}&limit=100`))
  ).items.map(({ sentence }) => sentence)
async function act<T>(method: string, path: string, body: object = {}): Promise<T> {
  const response = await adm.call(method, `/backstage/${path}`, { body })
  const text = await response.text()
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text || '{}') as T
}

t.test("a user's timeline has actions on their comments, codes and devices, and by tenants", async (t) => {
  const ann = await api.person({ name: 'ann' })
  const work = await makeReleasedWork(api.db, (await api.person()).user)
  const comment = await json<{ id: string }>(ann.call('POST', `/works/${work}/comments`, { body: { body: 'So ugly' } }))
  await act('POST', 'comments/hide', { ids: [comment.id], reason: REASON })
  const { codes } = await act<{ codes: { id: string }[] }>('POST', 's-codes', { days: 30, count: 1 })
  await act('POST', `s-codes/${codes[0]!.id}/give`, { userId: ann.user.id })
  await act('DELETE', `activations/${await makeDevice(api.db, ann.user)}`, { reason: REASON })
  const fields = { name: 'Atelier', storageBytes: 1_000_000, rendersPerMonth: 2 }
  const { id } = await act<{ id: string }>('POST', 'tenants', fields)
  await act('PUT', `tenants/${id}/members/${ann.user.id}`)
  await act('DELETE', `tenants/${id}/members/${ann.user.id}`, { reason: REASON })
  const lines = await sentencesOf('user', ann.user.id)
  for (const line of [
    'the-operator hid a comment: “So ugly”',
    'the-operator gave an S code to a user',
    'the-operator added ann to the tenant “Atelier”',
    'the-operator removed ann from the tenant “Atelier”',
  ])
    t.equal(lines.filter((one) => one === line).length, 1, line)
  t.ok(lines.some((line) => line.startsWith('the-operator unbound the device ')))
  t.notOk(
    (await sentencesOf('user', adm.user.id)).some((line) => line.includes('Atelier')),
    'others have lines of their own',
  )
})

t.test('a failed picture or video is on the timelines of upload, work and user', async (t) => {
  const { user } = await api.person()
  const failure = { code: 'PROCESSING_FAILED', params: {} } as const
  const fail = async (image: string) => {
    await sql`update images set status = 'processing' where id = ${image}`.execute(api.db)
    t.ok(await failImage(api.db, { id: image, attempt: 1 }, failure))
  }
  const work = await makeReleasedWork(api.db, user)
  const { uploadId, videoId } = await makeVideo(api.db, user)
  await sql`update works set video_upload_id = ${uploadId} where id = ${work}`.execute(api.db)
  t.ok(await failVideo(api.db, { id: videoId, attempt: 1 }, failure))
  const joining = await makeImage(api.db, user, 'cover')
  await sql`update images set joins_work_id = ${work} where id = ${joining}`.execute(api.db)
  await fail(joining)
  const { rows } = await sql<{ upload: string; cover: string }>`select upload_id as upload, cover_id as cover from works
    where id = ${work}`.execute(api.db)
  await fail(rows[0]!.cover)
  const times = async (line: string, kind: TimelineKind, id: string) =>
    (await sentencesOf(kind, id)).filter((one) => one === line).length
  t.equal(await times('An image couldn’t be read', 'work', work), 2)
  t.equal(await times('An image couldn’t be read', 'upload', rows[0]!.upload), 1)
  for (const [kind, id] of [
    ['work', work],
    ['user', user.id],
    ['upload', uploadId],
  ] as const)
    t.equal(await times('The video couldn’t be processed', kind, id), 1, kind)
})

t.test('all queries of a timeline use an index', async (t) => {
  const plan = await api.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return sql<Record<string, string>>`explain select from audit
      where subject_kind = 'tenant' and params ->> 'userId' = ${adm.user.id}`.execute(trx)
  })
  t.match(JSON.stringify(plan.rows), 'audit_of_member')
})
