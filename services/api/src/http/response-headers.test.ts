import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Test } from '@tapjs/test'
import t from '@toile/testing/tap'
import type { Work } from '@toile/contracts/works/works'
import { makeReadyUpload } from '@toile/testing/factories'
import { announce, append, caller, startTestApi, type Person, type TestApi } from '../test-api.js'

const PUBLIC_URL = 'https://toile.example'
const FILES = 'https://files.toile.example'
const STUDIO = 'https://studio.example'
const PAGE = 'https://www.toile.example'

let api: TestApi
let ann: Person
t.before(async () => {
  api = await startTestApi({
    publicUrl: PUBLIC_URL,
    filesOrigin: FILES,
    studioAncestors: STUDIO,
    hosts: { [PAGE]: { api: 'https://api.toile.example' } },
  })
  ann = await api.person()
})
t.teardown(() => api.close())

const names = [
  'cache-control',
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]
const headersOf = ({ headers }: Response) =>
  Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])))

const everywhere = {
  'cross-origin-resource-policy': 'same-site',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}
const response = {
  ...everywhere,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}
const page = (ancestors = "'none'", referrer = 'strict-origin-when-cross-origin') => ({
  ...everywhere,
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    "form-action 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${FILES} https://api.toile.example`,
    `media-src 'self' blob: ${FILES} https://api.toile.example`,
    "font-src 'self'",
    `connect-src 'self' blob: ${FILES} https://api.toile.example wss://toile.example https://api.toile.example`,
    "worker-src 'self'",
    "manifest-src 'self'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': referrer,
})
const file = {
  ...everywhere,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
}
const asset = { ...response, 'cache-control': 'public, max-age=31536000, immutable' }

async function release(): Promise<{ id: string; coverPath: string }> {
  const { uploadId, coverId } = await makeReadyUpload(api.db, ann.user)
  const body = {
    title: 'Linen dress',
    intro: 'Cut on the bias.',
    categories: ['dress'],
    tags: ['a'],
    uploadId,
    coverId,
  }
  const { id } = (await (await ann.call('POST', '/works', { body })).json()) as Work
  const work = (await (await ann.call('POST', `/works/${id}/publish`)).json()) as Work
  const coverPath = new URL(work.cover!.variants[0]!.url).pathname
  const row = await api.db
    .selectFrom('files')
    .select('key')
    .where('id', '=', coverPath.split('/')[2]!)
    .executeTakeFirstOrThrow()
  await api.storage.put(row.key, Buffer.from('0123456789'), { contentType: 'image/webp' })
  return { id, coverPath }
}

const open = (address: string) => caller(api.url)('GET', address, { headers: { accept: 'text/html' } })

async function expectHeaders(t: Test, status: number, wanted: object, calls: Record<string, Promise<Response>>) {
  for (const [name, call] of Object.entries(calls)) {
    const got = await call
    t.equal(got.status, status, `${name}: its status`)
    t.same(headersOf(got), wanted, name)
    await got.arrayBuffer()
  }
}

await t.test('each class of answers has exactly its security headers', async (t) => {
  const { id, coverPath } = await release()
  const assets = readdirSync(path.resolve(import.meta.dirname, '../../../../web/dist/assets'))
  const named = (pattern: RegExp) => `/assets/${assets.find((name) => pattern.test(name))!}`

  await expectHeaders(t, 200, page(), {
    'the home page': open('/'),
    'the page of a work': open(`/project/${id}`),
    'a page of one’s own': open('/admin/works'),
    'a page for administrators': open('/backgroundAdmin/queues'),
    'the market': open('/static/official-market'),
  })
  await expectHeaders(t, 404, page(), { 'a page that is not there': open('/no/such/page') })
  await expectHeaders(t, 200, page("'none'", 'no-referrer'), {
    'the page of a mailed link': open('/login/password'),
    'the way back from a provider': open('/social/google/login?code=x'),
    'the end of mails': open('/unsubscribe?token=x'),
  })
  await expectHeaders(t, 200, page('*'), { 'a work in a frame': open(`/embed/${id}`) })
  await expectHeaders(t, 200, page(STUDIO), {
    'the market in the studio': open('/static/official-market?embed=studio'),
  })

  await expectHeaders(t, 200, response, {
    'an answer for everybody': caller(api.url)('GET', '/users'),
    'an answer for one': ann.call('GET', '/auth/me'),
  })
  const shared = { ...response, 'cache-control': 'public, max-age=0, s-maxage=1' }
  await expectHeaders(t, 200, shared, { 'an answer that visitors share': caller(api.url)('GET', '/works') })
  const own = { ...response, 'cache-control': 'private, no-cache' }
  await expectHeaders(t, 200, own, {
    'the same for one': ann.call('GET', '/works'),
    'a work': ann.call('GET', `/works/${id}`),
  })
  const isNot = { headers: { 'if-none-match': '"abc"' } }
  await expectHeaders(t, 200, file, { 'a file': caller(api.url)('GET', coverPath) })
  await expectHeaders(t, 304, file, { 'a file that one has': caller(api.url)('GET', coverPath, isNot) })

  await expectHeaders(t, 200, asset, { 'a script': caller(api.url)('GET', named(/^[\w-]+\.js$/)) })
  await expectHeaders(t, 200, asset, { 'a style': caller(api.url)('GET', named(/\.css$/)) })
  await expectHeaders(
    t,
    200,
    { ...asset, 'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'" },
    { 'a worker': caller(api.url)('GET', named(/\.worker-[^.]+\.js$/)) },
  )
  await expectHeaders(
    t,
    200,
    { ...response, 'cache-control': 'no-cache' },
    { 'a file beside the page': caller(api.url)('GET', '/theme.js') },
  )
  await expectHeaders(
    t,
    200,
    { ...response, 'cache-control': 'public, max-age=300' },
    { 'the list of all calls': caller(api.url)('GET', '/openapi.json') },
  )
})

await t.test('errors and answers of libraries are as restricted as the rest', async (t) => {
  const announced = await announce(ann, 10)
  await expectHeaders(t, 201, response, { 'an announced upload': Promise.resolve(announced) })
  const at = announced.headers.get('location')!
  const tus = { headers: { 'tus-resumable': '1.0.0' } }
  await expectHeaders(t, 200, response, { 'how much of it is there': ann.call('HEAD', at, tus) })
  await expectHeaders(t, 204, response, { 'a part of it': append(api.url, ann.token, at, 0, 'abc') })
  await expectHeaders(t, 409, response, { 'a part that does not fit': append(api.url, ann.token, at, 0, 'abc') })

  await expectHeaders(t, 401, response, { 'without a session': caller(api.url)('GET', '/auth/me') })
  await expectHeaders(t, 403, response, { 'without the right': ann.call('GET', '/backstage/users') })
  await expectHeaders(t, 404, response, {
    'no call': caller(api.url)('GET', '/no/such/call'),
    'no file': caller(api.url)('GET', '/files/x'),
    'no asset': caller(api.url)('GET', '/assets/x.js'),
    'no address': caller(api.url)('GET', '/%zz'),
    'an address with a part that is too long': caller(api.url)('GET', `/files/${'x'.repeat(200)}/x`),
  })
  t.notMatch(await (await caller(api.url)('GET', '/Unauthenticated%zz')).text(), 'Unauthenticated', 'S18')
  await expectHeaders(t, 422, response, { 'a bad body': caller(api.url)('POST', '/auth/login', { body: {} }) })
  const asked = { origin: PAGE, 'access-control-request-method': 'PUT' }
  await expectHeaders(
    t,
    204,
    { ...response, 'cross-origin-resource-policy': 'cross-origin' },
    {
      'a question beforehand': caller(api.url)('OPTIONS', '/auth/password', { headers: asked }),
    },
  )
  await expectHeaders(t, 503, response, { sockets: caller(api.url)('GET', '/socket.io/?EIO=4&transport=polling') })
})

await t.test('over http, sends no headers that browsers accept only in secure contexts', async (t) => {
  const plain = await startTestApi({ publicUrl: 'http://toile.test' })
  t.teardown(() => plain.close())
  const { headers } = await caller(plain.url)('GET', '/works')
  t.equal(headers.get('strict-transport-security'), null)
  const page = await caller(plain.url)('GET', '/', { headers: { accept: 'text/html' } })
  t.equal(page.headers.get('cross-origin-opener-policy'), null)
})

await t.test("an address that no policy can name is left to 'self'", async (t) => {
  const elsewhere = await startTestApi({ publicUrl: 'http://[::1]:8080', filesOrigin: 'http://[::1]:8080' })
  t.teardown(() => elsewhere.close())
  const { headers } = await caller(elsewhere.url)('GET', '/', { headers: { accept: 'text/html' } })
  const policy = headers.get('content-security-policy')!
  t.notMatch(policy, /\[/)
  t.match(policy, /connect-src 'self' blob:;/)
})
