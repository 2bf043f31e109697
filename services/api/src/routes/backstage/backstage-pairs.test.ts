import t from '@toile/testing/tap'
import type { Tenant } from '@toile/contracts/tenants/tenants'
import { makeCourse, makeSentFile } from '@toile/testing/courses'
import { json, startTestApi, type Person, type TestApi } from '../../test-api.js'

let api: TestApi
let adm: Person
t.before(async () => {
  api = await startTestApi()
  adm = await api.person({ group: 'admin' })
})
t.teardown(() => api.close())

const REASON = 'In another’s place'

t.test("A02 administrators' routes also find a nested thing only below its own parent", async (t) => {
  const [one, other] = [await makeCourse(api.db, adm.user), await makeCourse(api.db, adm.user)]
  const captions = await makeSentFile(
    api.db,
    api.storage,
    adm.user,
    'a.vtt',
    Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nA'),
  )
  const [videoId] = other.videoIds
  const member = (await api.person()).user.id
  const makeTenant = async (name: string) => {
    const body = { name, contact: 'a@b.test', storageBytes: 1_000, rendersPerMonth: 1 }
    return (await json<Tenant>(adm.call('POST', '/backstage/tenants', { body }))).id
  }
  const [mine, theirs] = [await makeTenant('Studio Ost'), await makeTenant('Studio West')]
  t.equal((await adm.call('PUT', `/backstage/tenants/${theirs}/members/${member}`)).status, 200)
  const calls = (courseId: string, tenantId: string): [string, string, object][] => [
    ['PATCH', `/backstage/courses/${courseId}/videos/${videoId}`, { title: 'Renamed' }],
    ['PUT', `/backstage/courses/${courseId}/videos/${videoId}/captions/en`, { uploadId: captions }],
    ['DELETE', `/backstage/courses/${courseId}/videos/${videoId}/captions/en`, { reason: REASON }],
    ['DELETE', `/backstage/courses/${courseId}/videos/${videoId}`, { reason: REASON }],
    ['DELETE', `/backstage/tenants/${tenantId}/members/${member}`, { reason: REASON }],
  ]
  for (const [method, path, body] of calls(one.courseId, mine))
    t.equal((await adm.call(method, path, { body })).status, 404, `${method} ${path}`)
  for (const [method, path, body] of calls(other.courseId, theirs).slice(0, 3))
    t.ok((await adm.call(method, path, { body })).ok, `${method} in its own`)
  const [, , , , removal] = calls(other.courseId, theirs)
  t.ok(
    (await adm.call(removal![0], removal![1], { body: removal![2] })).ok,
    'nothing of it was done by the calls before',
  )
})
