import t from '@toile/testing/tap'
import { sitemapStarts } from '@toile/db/crawlers/sitemap'
import { showCourse } from '@toile/db/courses/courses-backstage'
import { makeActivity, makeReleasedWork } from '@toile/testing/activities'
import { makeCourse } from '@toile/testing/courses'
import { makeWorks } from '@toile/testing/things'
import { startTestApi, type TestApi } from '../test-api.js'

const PUBLIC_URL = 'https://toile.example'

let api: TestApi
t.before(async () => {
  api = await startTestApi({ publicUrl: PUBLIC_URL, securityContact: 'mailto:security@toile.example' })
})
t.teardown(() => api.close())

async function read(address: string): Promise<{ text: string; type: string | null }> {
  const response = await fetch(api.url + address)
  t.equal(response.status, 200, address)
  t.match(response.headers.get('cache-control'), 'public, max-age=3600')
  return { text: await response.text(), type: response.headers.get('content-type') }
}
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!.replace(PUBLIC_URL, '').replaceAll('&amp;', '&'))

await t.test('the sitemap lists everything public, and nothing else', async (t) => {
  const [owner, administrator] = [await api.person(), await api.person({ group: 'admin' })]
  await makeWorks(api.db, { owner: owner.user, administrator: administrator.user })
  await makeReleasedWork(api.db, owner.user)
  const shown = await api.db
    .selectFrom('works')
    .select(['id', 'owner_id'])
    .where('state', '=', 'released')
    .where('visibility', '=', 'public')
    .where('hidden_at', 'is', null)
    .execute()
  const { courseId: draft } = await makeCourse(api.db, administrator.user)
  const { courseId: course } = await makeCourse(api.db, administrator.user)
  await showCourse(api.db, draft, false)
  const activity = await makeActivity(api.db, 'registration')

  const { text, type } = await read('/sitemap.xml')
  t.equal(type, 'application/xml; charset=utf-8')
  const parts = locations(text)
  t.match(parts, [/part=pages$/, /part=creators&from=/, /part=works&from=/])
  const listed: string[] = []
  for (const part of parts) listed.push(...locations((await read(part)).text))
  const people = new Set(shown.map(({ owner_id: id }) => id))
  t.same(
    listed
      .filter((path) => !/^\/(?:$|creators$|activity$|learning$|agreement\/|static\/(?!activity))/.test(path))
      .sort(),
    [
      ...shown.map(({ id }) => `/project/${id}`),
      ...[...people].map((id) => `/creators/personalPage?id=${id}`),
      `/learning/detail?id=${course}`,
      `/static/activity/${activity}`,
    ].sort(),
  )
  for (const path of listed) t.equal((await fetch(api.url + path)).status, 200, path)
})

await t.test('a sitemap part ends where the next begins', async (t) => {
  const person = await api.person()
  for (let n = 0; n < 3; n++) await makeReleasedWork(api.db, person.user)
  const works = (await sitemapStarts(api.db, 2)).filter(({ part }) => part === 'works')
  const ids = await api.db.selectFrom('works').select('id').where('state', '=', 'released').orderBy('id').execute()
  t.ok(works.length >= 2)
  t.ok(works.every(({ from }, i) => i === 0 || from > works[i - 1]!.from))
  t.ok(works.length <= Math.ceil(ids.length / 2))
})

await t.test('robots are excluded from personal pages, and security.txt names the contact', async (t) => {
  const { text } = await read('/robots.txt')
  t.match(text, /^User-agent: \*\n/)
  t.match(text, /^Disallow: \/backgroundAdmin$/m)
  t.match(text, /^Sitemap: https:\/\/toile\.example\/sitemap\.xml$/m)
  const contact = (await read('/.well-known/security.txt')).text
  t.match(contact, /^Contact: mailto:security@toile\.example$/m)
  const expires = Date.parse(/^Expires: (.*)$/m.exec(contact)![1]!)
  t.ok(expires > Date.now() && expires < Date.now() + 365 * 86_400_000)
  t.equal((await fetch(`${api.url}/favicon.ico`)).headers.get('content-type'), 'image/vnd.microsoft.icon')
})
