import type { KyselyPlugin } from 'kysely'
import t from '@toile/testing/tap'
import { pages } from '@toile/contracts/pages.constants'
import type { Route } from '@toile/contracts/route'
import { routes, type RouteName } from '@toile/contracts/routes'
import { newId } from '@toile/contracts/ids'
import { fingerprint } from '@toile/testing/fingerprint'
import { rateLimits } from '@toile/testing/processes'
import { makeThings } from '@toile/testing/things'
import { rights } from '../rights.test-support.js'
import { sampleOf } from '../sample.test-support.js'
import { makeNameable } from '../secrets.test-support.js'
import { caller, startTestApi, type TestApi } from '../test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi({
    limits: rateLimits(1_000),
  })
})
t.teardown(() => api.close())

const ofTheCall = ['connection', 'date', 'keep-alive', 'set-cookie', 'transfer-encoding', 'x-request-id']
const BEGINS: RouteName = 'startSocial'
const isRoute = (name: RouteName, { method, path }: Route) =>
  method === 'GET' &&
  name !== BEGINS &&
  !Object.values<Route>(routes).some((other) => other.method === 'HEAD' && other.path === path)

await t.test('HEAD of every GET has the headers of GET, sends no body and changes nothing', async (t) => {
  const [owner, administrator] = [await api.person(), await api.person({ group: 'admin' })]
  const things = await makeThings(api, { owner: owner.user, administrator: administrator.user })
  const own = await makeNameable(api, owner.user)
  const addresses: Partial<Record<RouteName, string>> = {
    getFile: things.linkToKeptFile,
    getMarketFile: things.linkToItem,
    getMarketItem: `/market/items/${things.itemForOwnersOfDays}`,
    getExport: `/backstage/exports/${things.exportOfAnotherAdmin}`,
    getEntry: `/activities/${things.openActivity}/works/${things.entry}`,
  }
  const addressOf = (name: RouteName, route: Route) => {
    if (addresses[name]) return addresses[name]
    const params = (route.params ? sampleOf(route.params) : {}) as Record<string, unknown>
    const path = route.path.replace(/:(\w+)/g, (_, param: string) => {
      const known = param === 'id' ? own[route.owns ?? route.path.split('/')[1]!] : own[param]
      return known ?? String(params[param] ?? newId())
    })
    const query = Object.entries((route.query ? sampleOf(route.query) : {}) as Record<string, unknown>)
    return `${path}?${query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&')}`
  }
  const asked = (Object.entries(routes) as [RouteName, Route][])
    .filter(([name, route]) => isRoute(name, route))
    .map(([name, route]) => ({
      name: name as string,
      address: addressOf(name, route),
      who: rights[name][0] === 'administrator' ? administrator : owner,
    }))
    .concat(pages.map((page) => ({ name: page, address: page.replace(/:\w+/, own['workId']!), who: owner })))
  const ask = async (method: string, { address, who }: (typeof asked)[number]) => {
    const response = await caller(api.url, who.token)(method, address, {
      // Bodies are requested uncompressed. Some contain the time, so their compressed length differs from call to call.
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
    })
    const body = await response.arrayBuffer()
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !ofTheCall.includes(name)))
    // A streamed body has no known length.
    if (response.headers.has('transfer-encoding')) delete headers['content-length']
    return { status: response.status, headers, bytes: body.byteLength }
  }

  const before = await fingerprint(api.db)
  let found = 0
  for (const one of asked) {
    // HEAD follows directly after GET, because some answers depend on the time.
    const [get, head] = [await ask('GET', one), await ask('HEAD', one)]
    const { status, headers, bytes } = head
    t.same({ status, headers }, { status: get.status, headers: get.headers }, `${one.name} ${one.address}`)
    t.equal(bytes, 0, one.name)
    if (status === 200) found++
  }
  t.same(await fingerprint(api.db), before, 'nothing was written')
  t.ok(found > asked.length * 0.7, `${found} of ${asked.length} are there`)
})

await t.test('answers over a kilobyte are compressed as the caller accepts, for HEAD as for GET', async (t) => {
  const ask = async (method: string, path: string, encoding: string) => {
    const response = await fetch(api.url + path, { method, headers: { 'accept-encoding': encoding } })
    const names = ['content-encoding', 'content-length', 'content-type', 'vary', 'etag']
    return [response.status, ...names.map((name) => response.headers.get(name))]
  }
  for (const path of ['/works', '/openapi.json'])
    for (const encoding of ['br', 'gzip', 'gzip, deflate, br']) {
      const get = await ask('GET', path, encoding)
      t.match(get, [200, /^(br|gzip)$/, /^\d+$/, /^application\/json/, 'accept-encoding'], `${path} ${encoding}`)
      t.same(await ask('HEAD', path, encoding), get)
    }
  const ann = await api.person()
  const compressed = await ann.call('GET', '/me/export', { headers: { 'accept-encoding': 'gzip' } })
  t.equal(compressed.headers.get('content-encoding'), 'gzip', 'an export, which is a stream')
  t.match(await compressed.json(), { exportedAt: String })
  t.match(await ask('GET', '/openapi.json', 'identity'), [200, null])
  t.match(await ask('GET', '/health/live', 'br'), [200, null])
})

await t.test('HEAD of an export creates none', async (t) => {
  let queries = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => (queries++, node),
    transformResult: async ({ result }) => result,
  }
  const counted = await startTestApi({ redisUrl: api.config.redisUrl }, { seenBy: (db) => db.withPlugin(plugin) })
  t.teardown(() => counted.close())
  const ann = await counted.person()
  const queriesOf = async (method: string) => {
    queries = 0
    await (await ann.call(method, '/me/export')).text()
    return queries
  }
  const [head, get] = [await queriesOf('HEAD'), await queriesOf('GET')]
  t.ok(head < get / 2, `${head} of ${get} queries`)
})

await t.test('does not send a version again that the caller has, and ignores a range of another version', async (t) => {
  const [owner, administrator] = [await api.person(), await api.person({ group: 'admin' })]
  const { linkToKeptFile, linkToItem } = await makeThings(api, { owner: owner.user, administrator: administrator.user })
  for (const address of [linkToKeptFile, linkToItem, '/categories', '/robots.txt', '/sitemap.xml']) {
    const ask = (headers: Record<string, string>, method = 'GET') => caller(api.url)(method, address, { headers })
    const etag = (await ask({})).headers.get('etag')!
    for (const same of [etag, `W/${etag}`, `"x", W/${etag}`, '*'])
      for (const method of ['GET', 'HEAD'])
        t.equal((await ask({ 'if-none-match': same }, method)).status, 304, `${method} ${address} ${same}`)
    t.equal((await ask({ 'if-none-match': '"x"' })).status, 200)
  }
  const ask = async (headers: Record<string, string>) => {
    const response = await caller(api.url)('GET', linkToKeptFile, { headers: { range: 'bytes=0-1', ...headers } })
    return [response.status, (await response.arrayBuffer()).byteLength]
  }
  const etag = (await caller(api.url)('HEAD', linkToKeptFile)).headers.get('etag')!
  const whole = 'Bytes of a file.'.length
  t.same(await ask({}), [206, 2])
  t.same(await ask({ 'if-range': etag }), [206, 2])
  for (const stale of ['"another"', `W/${etag}`, 'Tue, 15 Nov 1994 12:45:26 GMT'])
    t.same(await ask({ 'if-range': stale }), [200, whole], stale)
})
