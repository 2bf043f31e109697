import t from '@toile/testing/tap'
import type { Work } from '@toile/contracts/works/works'
import { showCourse } from '@toile/db/courses/courses-backstage'
import { makeCourse } from '@toile/testing/courses'
import { newId } from '@toile/contracts/ids'
import { makeActivity } from '@toile/testing/activities'
import { makeReadyUpload } from '@toile/testing/factories'
import { fillHead } from './page-head.js'
import { startTestApi, type Person, type TestApi } from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

const HOSTILE = `0;url=//evil" http-equiv="refresh"><script>'$&`
const ESCAPED = '0;url=//evil&quot; http-equiv=&quot;refresh&quot;&gt;&lt;script&gt;&#39;$&amp;'

async function release(person: Person, over: object = {}): Promise<Work> {
  const { uploadId, coverId } = await makeReadyUpload(api.db, person.user)
  const body = {
    title: 'Linen dress',
    intro: 'Cut on\nthe bias.',
    categories: ['dress'],
    tags: ['a'],
    uploadId,
    coverId,
  }
  const { id } = (await (await person.call('POST', '/works', { body: { ...body, ...over } })).json()) as Work
  return (await (await person.call('POST', `/works/${id}/publish`)).json()) as Work
}

async function open(path: string, cookie = ''): Promise<{ status: number; html: string; index: boolean }> {
  const response = await fetch(api.url + path, { headers: { accept: 'text/html', cookie } })
  const html = await response.text()
  return { status: response.status, html, index: !html.includes('<meta name="robots" content="noindex" />') }
}
const content = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

await t.test('a released work has a link preview for clients without scripts', async (t) => {
  const work = await release(await api.person())
  const { status, html, index } = await open(`/project/${work.id}?refer=x`)
  t.equal(status, 200)
  t.ok(index)
  t.match(content(html, 'og:title'), 'Linen dress')
  t.equal(content(html, 'og:description'), 'Cut on the bias.')
  t.equal(content(html, 'description'), 'Cut on the bias.')
  t.equal(content(html, 'twitter:card'), 'summary_large_image')
  t.equal(content(html, 'og:image'), work.cover!.variants[0]!.url, 'by a permanent, absolute address')
  t.equal(content(html, 'og:image:width'), '308')
  t.match(html, `<link rel="canonical" href="${api.config.publicUrl}/project/${work.id}" />`)
  const link = /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)" \/>/.exec(html)![1]!
  t.equal(
    link,
    `${api.config.publicUrl}/oembed?url=${encodeURIComponent(`${api.config.publicUrl}/project/${work.id}`)}`,
  )
  t.match(await (await fetch(link.replace(api.config.publicUrl, api.url))).json(), { title: 'Linen dress' })
  t.equal(html.match(/<title>/g)?.length, 1)
  t.equal(html.match(/name="description"/g)?.length, 1)
})

await t.test('pages are HTML for every client; other paths are JSON unless the client asks for HTML', async (t) => {
  const { id } = await release(await api.person())
  for (const accept of ['*/*', '', 'application/json', 'image/*'])
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${api.url}/project/${id}`, { method, headers: { accept } })
      t.equal(response.status, 200, `${method} ${accept}`)
      t.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
      t.equal(content(await response.text(), 'og:title') !== undefined, method === 'GET')
    }
  const nothing = await fetch(`${api.url}/nothing/here`, { headers: { accept: '*/*' } })
  t.match([nothing.status, nothing.headers.get('content-type')], [404, /^application\/json/])
  t.equal((await fetch(`${api.url}/project/${id}`, { method: 'POST' })).status, 404)
  t.equal((await fetch(`${api.url}/api/project/${id}`)).status, 404, 'a call that there is not')
  for (const path of ['/progress', '/static/share-success', '/admin/works']) t.notOk((await open(path)).index, path)
})

await t.test('an activity has a link preview from its announcement on, the same for both of its pages', async (t) => {
  const id = await makeActivity(api.db, 'registration', { title: 'One metre of linen', summary: HOSTILE })
  for (const path of [`/static/activity/${id}`, `/activity/activityDetail?id=${id}&tab=people`]) {
    const { status, html, index } = await open(path)
    t.equal(status, 200)
    t.ok(index)
    t.equal(content(html, 'og:title'), 'One metre of linen · Toile')
    t.equal(content(html, 'og:description'), ESCAPED)
    t.match(html, `<link rel="canonical" href="${api.config.publicUrl}/static/activity/${id}" />`)
  }
  const hour = 3_600_000
  const secret = await makeActivity(api.db, 'upcoming')
  await api.db
    .updateTable('activities')
    .set({ starts_at: new Date(Date.now() + hour / 4) })
    .where('id', '=', secret)
    .execute()
  for (const none of [secret, newId(), 'nonsense']) t.equal((await open(`/static/activity/${none}`)).status, 404)
})

await t.test('C06 a hostile title or introduction stays text in the head', async (t) => {
  const work = await release(await api.person(), { title: HOSTILE, intro: HOSTILE })
  const { html } = await open(`/project/${work.id}`)
  t.notMatch(html, '<script>')
  t.notMatch(html, /http-equiv="/)
  t.match(content(html, 'og:title'), ESCAPED)
  t.equal(content(html, 'og:description'), ESCAPED)
  const head = { title: '</title><script>', description: 'x', url: '"/onload="x', index: true }
  t.match(fillHead('<!--page-head--><!--/page-head-->', head), '<title>&lt;/title&gt;&lt;script&gt;</title>')
  t.match(fillHead('<!--page-head--><!--/page-head-->', head), 'href="&quot;/onload=&quot;x"')
})

await t.test('a private or trashed work is 404, exactly like one that never existed', async (t) => {
  const ann = await api.person()
  const secret = await release(ann, { visibility: 'private', title: 'Secret dress' })
  const trashed = await release(ann, { title: 'Regretted dress' })
  await ann.call('POST', `/works/${trashed.id}/trash`)
  const cookieOf = ({ token }: Person) => `userid=x; token=${encodeURIComponent(JSON.stringify(token))}`
  const bob = await api.person()
  const none = await open('/project/01980000-0000-7000-8000-000000000000')
  for (const id of [secret.id, trashed.id, '01980000-0000-7000-8000-000000000000', 'nonsense']) {
    const page = await open(`/project/${id}`)
    t.equal(page.status, 404, id)
    t.notOk(page.index)
    t.notMatch(page.html, /Secret|Regretted|og:image/)
    t.equal(page.html.replaceAll(id, ''), none.html.replaceAll('01980000-0000-7000-8000-000000000000', ''))
    for (const cookie of [cookieOf(bob), 'token=x', 'token=%22x%22', cookieOf(bob).replace(/.{9}$/, 'AAAAAA%22')])
      t.equal((await open(`/project/${id}`, cookie)).status, 404, 'for other users and invalid tokens')
  }
  for (const id of [secret.id, trashed.id]) {
    const own = await open(`/project/${id}`, cookieOf(ann))
    t.match(own, { status: 200, index: false }, 'its owner goes on to ask by the API')
    t.notMatch(own.html, /Secret|Regretted/)
  }
  t.equal((await open('/project/nonsense', cookieOf(ann))).status, 404)
  await ann.call('POST', '/auth/logout')
  t.equal((await open(`/project/${secret.id}`, cookieOf(ann))).status, 404, 'S04 signed out, one is nobody')
})

await t.test('a user has a link preview, and one canonical URL for all parts of their page', async (t) => {
  const { user } = await api.person()
  const url = `${api.config.publicUrl}/creators/personalPage?id=${user.id}`
  for (const more of ['', '&tab=followers', '&refer=x']) {
    const { html, index } = await open(`/creators/personalPage?id=${user.id}${more}`)
    t.ok(index)
    t.equal(content(html, 'og:title'), `${user.username} · Toile`)
    t.equal(content(html, 'og:url'), url)
    t.match(html, `<link rel="canonical" href="${url}" />`)
  }
})

await t.test('a missing user is 404', async (t) => {
  const ann = await api.person({ password: 'a good password' })
  const statusOf = async (query: string) => (await open(`/creators/personalPage${query}`)).status
  t.equal(await statusOf(`?id=${ann.user.id}&tab=followers`), 200)
  for (const query of ['', '?id=', '?id=x', '?id=01980000-0000-7000-8000-000000000000', `?id=${ann.user.id}0`])
    t.equal(await statusOf(query), 404, query)
  await ann.call('DELETE', '/me', { body: { password: 'a good password' } })
  t.equal(await statusOf(`?id=${ann.user.id}`), 404)
})

await t.test('only public pages are indexed; an unknown path is 404', async (t) => {
  t.match(await open('/'), { status: 200, index: true })
  for (const path of ['/upload', '/admin/works', '/login/signin'])
    t.match(await open(path), { status: 200, index: false }, path)
  t.match(await open('/no/such/page'), { status: 404, index: false })
})

await t.test(
  'a published course has a link preview; an unpublished one is 200 without details, a missing one 404',
  async (t) => {
    const admin = await api.person({ group: 'admin' })
    const { courseId } = await makeCourse(api.db, admin.user)
    const { status, html, index } = await open(`/learning/detail?id=${courseId}`)
    t.ok(index)
    t.equal(status, 200)
    t.match(content(html, 'og:title'), 'Draping a dress')
    t.equal(content(html, 'description'), 'From the toile to the cloth.')
    await showCourse(api.db, courseId, false)
    const hidden = await open(`/learning/detail?id=${courseId}`)
    t.match(hidden, { status: 200, index: false })
    t.notMatch(hidden.html, 'Draping')
    for (const query of ['', '?id=x', '?id=01980000-0000-7000-8000-000000000000'])
      t.equal((await open(`/learning/detail${query}`)).status, 404, query)
  },
)

await t.test("only the desktop software's market can be framed by the operator's studio ancestors", async (t) => {
  const other = await startTestApi({ studioAncestors: 'https://studio.example' })
  t.teardown(() => other.close())
  const ancestors = async (path: string) => {
    const response = await fetch(other.url + path, { headers: { accept: 'text/html' } })
    return /frame-ancestors ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
  }
  const market = '/static/official-market'
  t.equal(await ancestors(`${market}?q=linen&embed=studio`), 'https://studio.example')
  for (const path of [
    market,
    `${market}?embed=x`,
    `${market}/x?embed=studio`,
    '/?embed=studio',
    '/learning?embed=studio',
  ])
    t.equal(await ancestors(path), "'none'", path)
})

await t.test("works can be framed by the operator's embed ancestors", async (t) => {
  const other = await startTestApi({ embedAncestors: 'https://shop.example' })
  t.teardown(() => other.close())
  const policy = async (path: string) =>
    (await fetch(other.url + path, { headers: { accept: 'text/html' } })).headers.get('content-security-policy')
  const id = '01980000-0000-7000-8000-000000000000'
  t.match(await policy(`/embed/${id}`), /frame-ancestors https:\/\/shop\.example(;|$)/)
  t.match(await policy(`/project/${id}`), /frame-ancestors 'none'/)
})
