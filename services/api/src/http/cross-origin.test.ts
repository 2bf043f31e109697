import t from '@toile/testing/tap'
import { announce, append, caller, startTestApi, type TestApi } from '../test-api.js'

const PAGE = 'https://www.toile.example'
const hosts = {
  [PAGE]: {
    api: 'https://api.toile.example',
    socket: 'https://live.toile.example',
    files: 'https://files.toile.example',
  },
  'https://test.toile.example': { api: 'https://api.test.toile.example' },
}

let api: TestApi
t.before(async () => {
  api = await startTestApi({ hosts })
})
t.teardown(() => api.close())

const policyOf = (response: Response): Record<string, string[]> =>
  Object.fromEntries(
    response.headers
      .get('content-security-policy')!
      .split('; ')
      .map((line): [string, string[]] => [line.split(' ')[0]!, line.split(' ').slice(1)]),
  )
const allowed = (response: Response) => response.headers.get('access-control-allow-origin')

await t.test('R03 pages in HOSTS read answers, by exact origin and without cookies; no other page does', async (t) => {
  const ann = await api.person()
  for (const path of ['/entry/info', '/auth/me', '/no/such/path'])
    for (const origin of Object.keys(hosts)) {
      const response = await ann.call('GET', path, { headers: { origin } })
      t.equal(allowed(response), origin, path)
      t.equal(response.headers.get('vary'), 'Origin')
      t.equal(response.headers.get('access-control-allow-credentials'), null)
    }
  for (const path of ['/works', '/openapi.json'])
    t.match((await caller(api.url)('GET', path)).headers.get('vary'), /^Origin\b.*accept-encoding/, path)
  for (const origin of [
    'https://evil.example',
    `${PAGE}.evil.example`,
    `${PAGE}:8443`,
    PAGE.replace('https', 'http'),
    'https://api.toile.example',
    'https://eviltoile.example',
    'null',
    'constructor',
  ]) {
    const response = await ann.call('GET', '/auth/me', { headers: { origin } })
    t.equal(allowed(response), null, origin)
    const asked = { origin, 'access-control-request-method': 'PUT' }
    t.equal(allowed(await caller(api.url)('OPTIONS', '/auth/password', { headers: asked })), null, origin)
  }
})

await t.test('the browser may preflight every call, with the headers that the client sends', async (t) => {
  const ask = (path: string, method: string) =>
    caller(api.url)('OPTIONS', path, { headers: { origin: PAGE, 'access-control-request-method': method } })
  for (const [path, method] of [
    ['/auth/login', 'POST'],
    ['/me/profile', 'PATCH'],
    ['/uploads', 'POST'],
    ['/uploads/0198', 'PATCH'],
  ] as const) {
    const response = await ask(path, method)
    t.equal(response.status, 204, path)
    t.equal(allowed(response), PAGE)
    t.match(response.headers.get('access-control-allow-methods'), method)
    t.match(
      response.headers.get('access-control-allow-headers'),
      /authorization.*x-admin-request.*upload-offset.*x-http-method-override/,
    )
  }
})

await t.test("the upload protocol's location and offset are readable for the page", async (t) => {
  const ann = await api.person()
  const origin = { origin: PAGE }
  const from = {
    ...ann,
    call: (method: string, path: string, { headers = {} } = {}) =>
      ann.call(method, path, { headers: { ...headers, ...origin } }),
  }
  const made = await announce(from, 4)
  t.equal(made.status, 201)
  t.equal(allowed(made), PAGE)
  t.match(made.headers.get('access-control-expose-headers'), /^(?=.*location)(?=.*tus-version)(?=.*upload-expires)/)
  const path = made.headers.get('location')!
  await append(api.url, ann.token, path, 0, 'half'.slice(0, 2))
  const head = await from.call('HEAD', path, { headers: { 'tus-resumable': '1.0.0' } })
  t.equal(head.headers.get('upload-offset'), '2')
  t.equal(allowed(head), PAGE)
})

await t.test('every page contains HOSTS, and may connect only to its hosts', async (t) => {
  const response = await caller(api.url)('GET', '/login/signin', { headers: { accept: 'text/html' } })
  const meta = /<meta name="toile-hosts" content="([^"]*)"/.exec(await response.text())?.[1]
  t.same(JSON.parse(meta!.replaceAll('&quot;', '"')), hosts)
  const policy = policyOf(response)
  const own = api.config.publicUrl
  const files = [own, 'https://files.toile.example', 'https://api.test.toile.example']
  t.same(policy['img-src'], ["'self'", 'data:', 'blob:', ...files])
  t.same(policy['media-src'], ["'self'", 'blob:', ...files])
  t.same(policy['connect-src'], [
    "'self'",
    'blob:',
    ...files,
    own.replace('http', 'ws'),
    'wss://live.toile.example',
    'https://api.toile.example',
    'https://api.test.toile.example',
  ])
})

await t.test('without HOSTS there is one origin, and pages mention no other', async (t) => {
  const alone = await startTestApi()
  const response = await caller(alone.url)('GET', '/login/signin', { headers: { accept: 'text/html', origin: PAGE } })
  t.equal(allowed(response), null)
  t.equal(response.headers.get('vary'), null)
  t.notMatch(await response.text(), 'toile-hosts')
  const { origin } = new URL(alone.url)
  const home = policyOf(await caller(alone.url)('GET', '/', { headers: { accept: 'text/html' } }))
  t.same(home['script-src'], ["'self'"])
  t.same(home['img-src'], ["'self'", 'data:', 'blob:', origin])
  t.same(home['connect-src'], ["'self'", 'blob:', origin, origin.replace('http', 'ws')])
  t.match(await (await caller(alone.url)('GET', '/entry/info')).json(), { analyticsId: null })
  await alone.close()
})

await t.test("N05 analytics are chosen by the page's host, and only their hosts are in the policy", async (t) => {
  const measurement = (id: string) => ({
    id,
    script: `https://tags.example/gtag.js?id=${id}`,
    send: ['https://collect.example'],
  })
  const test = 'https://test.toile.example'
  const measured = await startTestApi({
    pageViews: false,
    hosts: {
      [PAGE]: { ...hosts[PAGE], measurement: measurement('G-1') },
      [test]: { measurement: measurement('G-2') },
    },
  })
  const open = (path: string) => caller(measured.url)('GET', path, { headers: { accept: 'text/html' } })
  const idOf = async (headers: Record<string, string>) =>
    ((await (await caller(measured.url)('GET', '/entry/info', { headers })).json()) as { analyticsId: unknown })
      .analyticsId
  t.equal(await idOf({ origin: PAGE }), 'G-1')
  t.equal(await idOf({ origin: test }), 'G-2')
  for (const origin of ['https://evil.example', 'constructor']) t.equal(await idOf({ origin }), null, origin)
  t.equal(await idOf({}), null, 'a host that nobody named')
  const home = await open('/')
  const policy = policyOf(home)
  t.same(policy['script-src'], ["'self'", 'https://tags.example'])
  for (const line of ['img-src', 'connect-src'])
    t.same(policy[line]!.slice(-2), ['https://tags.example', 'https://collect.example'], line)
  const html = await home.text()
  t.match(html, 'G-1')
  t.match(html, '<meta name="toile-page-views" content="off" />', 'and page views of our own are switched off')
  t.equal((await measured.app.inject({ method: 'POST', url: '/analytics/page-views' })).statusCode, 202)
  for (const path of ['/login/password?token=x', '/social/google/login?code=x', '/unsubscribe?token=x']) {
    const response = await open(path)
    t.notMatch(response.headers.get('content-security-policy'), /tags\.example|collect\.example/, path)
    t.notMatch(await response.text(), /G-1|tags\.example/, path)
  }
  await measured.close()
})
