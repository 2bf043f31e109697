import t from '@toile/testing/tap'
import { bodyLimits } from '@toile/contracts/body-limits'
import type { Route } from '@toile/contracts/route'
import { routes } from '@toile/contracts/routes'
import { caller, startTestApi, type TestApi } from './test-api.js'

let api: TestApi
t.before(async () => {
  api = await startTestApi()
})
t.teardown(() => api.close())

/** Injects the call, which costs a third of sending it over a connection. */
async function send(
  token: string | undefined,
  { method, path }: Pick<Route, 'method' | 'path'>,
  payload?: object | string,
  type = 'application/json',
): Promise<number> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(payload !== undefined && { 'content-type': type }),
  }
  const text = typeof payload === 'object' ? JSON.stringify(payload) : payload
  const response = await api.app.inject({ method, url: path, headers, ...(text !== undefined && { payload: text }) })
  return response.statusCode
}

const isTus = (path: string, method: string) => path.startsWith('/uploads') && method !== 'GET'
/** All routes except beacons, the image upload and the upload protocol, which have their own tests. */
const own = (Object.values(routes) as Route[]).filter(
  ({ path, method, beacon }) => path !== '/images' && !isTus(path, method) && !beacon,
)

const values: unknown[] = [
  '',
  '\0',
  'a\0b@example.test',
  '\ud800',
  '\u202e',
  "'; drop table users; --",
  '%00',
  'x'.repeat(3_000),
  '𝒳'.repeat(120),
  -1,
  1e308,
  true,
  null,
  [],
  [[]],
  {},
  { length: 1 },
]

await t.test('X07 any value in any field gets a refusal, never a server fault', async (t) => {
  const ann = await api.person({ password: 'a good password' })
  for (const { method, path, body, access } of own) {
    const fields = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
    const given = fields.length || path.includes(':') ? values : values.slice(0, 1)
    for (const [at, value] of given.entries()) {
      const sent = body && Object.fromEntries(fields.map((field) => [field, value]))
      // A protected route refuses visitors before it reads any value, so visitors send only the first value.
      for (const token of access === 'public' || at === 0 ? [undefined, ann.token] : [ann.token]) {
        if (token && path === '/auth/logout') continue
        const to = path.replace(/:\w+/g, encodeURIComponent(JSON.stringify(value)).slice(0, 200))
        const status = await send(token, { method, path: to }, sent)
        t.ok(status < 500, `${method} ${path} with ${JSON.stringify(value)?.slice(0, 40)} (${status})`)
      }
    }
  }
  t.equal((await ann.call('GET', '/auth/me')).status, 200)
})

await t.test('X07 one wrong field among valid ones is named and causes no fault', async (t) => {
  const visitor = caller(api.url)
  const password = 'correct horse 7'
  const good = { username: 'nell', email: 'nell@example.test', password, passwordConfirmation: password, agree: true }
  for (const field of [...Object.keys(good), 'inviteCode', 'refer'])
    for (const value of ['\0', 'n\0ll@example.test', '\ud800'.repeat(9)]) {
      const { status } = await visitor('POST', '/auth/register', { body: { ...good, [field]: value } })
      t.ok(status < 500, `register: ${field} (${status})`)
    }
  for (const login of ['\0', 'nell\0', '\ud800'])
    t.equal((await visitor('POST', '/auth/login', { body: { login, password } })).status, 422)
})

await t.test('X01 refuses bodies that are not JSON objects', async (t) => {
  const ann = await api.person({ password: 'a good password' })
  for (const { method, path, body } of own) {
    if (!body || method === 'GET') continue
    for (const text of ['', '{', 'null', '[]', '"x"', '7', '{"__proto__":{"a":1}}', `{"a":${'['.repeat(5_000)}`]) {
      const to = path.replace(':type', 'google').replace(':id', 'x')
      const status = await send(ann.token, { method, path: to }, text)
      t.ok(status >= 400 && status < 500, `${method} ${path} ${text.slice(0, 20)} (${status})`)
    }
  }
  const large = await fetch(`${api.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'x'.repeat(2_000_000), password: 'x' }),
  })
  t.equal(large.status, 413)
})

await t.test('X01 a body of another content type never reaches a handler, on any route', async (t) => {
  const adm = await api.person({ password: 'a good password', group: 'admin' })
  const types = ['text/plain', 'application/json\tgarbage', 'application/x-www-form-urlencoded', 'application/xml']
  let unsupported = 0
  for (const { method, path, body } of own) {
    if (!body || method === 'GET') continue
    for (const type of types) {
      const to = path.replace(':type', 'google').replace(/:\w+/g, adm.user.id)
      const status = await send(adm.token, { method, path: to }, '{}', type)
      t.ok([403, 404, 415, 422, 429].includes(status), `${method} ${path} ${type} (${status})`)
      if (status === 415) unsupported++
    }
  }
  t.ok(unsupported > 250, `${unsupported} were not even read`)
})

await t.test('X07 refuses numbers that fit no column, in bodies, queries and cursors', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const thread = `/conversations/${bob.user.id}`
  t.equal((await ann.call('POST', `${thread}/messages`, { body: { body: 'Hello' } })).status, 201)
  t.equal((await ann.call('PUT', `${thread}/read`, { body: { seq: 99_999_999_999 } })).status, 422)
  for (const after of ['1e21', '2147483648', '0.5'])
    t.equal((await ann.call('GET', `${thread}/messages?after=${after}`)).status, 422, after)
  for (const seq of ['1.5', '99999999999', '-99999999999999999999']) {
    const cursor = Buffer.from(`${seq}|${bob.user.id}`).toString('base64url')
    t.equal((await ann.call('GET', `${thread}/messages?cursor=${cursor}`)).status, 422, seq)
  }
})

function endless(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, enum: words, maxLength, maxItems, additionalItems, format } = schema as Record<string, unknown>
  const isEndless =
    (type === 'string' && !words && maxLength === undefined && format !== 'binary') ||
    (type === 'array' && maxItems === undefined && additionalItems !== false)
  const inner = Object.entries(schema).flatMap(([key, part]) => endless(part, `${at}.${key}`))
  return isEndless ? [at, ...inner] : inner
}

await t.test('C08 every accepted string has a maximum length, every array a maximum size', async (t) => {
  t.same(endless({ properties: { a: { type: 'string' } } }, 'x'), ['x.properties.a'], 'the check itself sees one')
  for (const [name, route] of Object.entries(routes) as [string, Route & { form?: object }][])
    for (const part of ['body', 'query', 'params', 'form'] as const) t.same(endless(route[part], `${name}.${part}`), [])
})

const filled: Record<string, (bytes: number, field: string) => string> = {
  keys: (bytes) => `{${Array.from({ length: Math.floor(bytes / 12) }, (_, i) => `"key${i}":1`).join()}}`,
  nesting: (bytes, field) => `{"${field}":${'['.repeat(bytes / 2 - 50)}${']'.repeat(bytes / 2 - 50)}}`,
  items: (bytes, field) => `{"${field}":[1${',1'.repeat(bytes / 2 - 50)}]}`,
  'faulty items': (bytes, field) => `{"${field}":[{"a":1}${',{"b":[]}'.repeat(bytes / 9 - 12)}]}`,
  'one text': (bytes, field) => `{"${field}":"${'x'.repeat(bytes - 50)}"}`,
}

await t.test('C08 X07 the refusal of an oversized body is short and echoes nothing', async (t) => {
  const adm = await api.person({ password: 'a good password', group: 'admin' })
  let most = 0
  for (const { method, path, body } of own) {
    if (!body || path === '/auth/logout') continue
    const [field = 'x'] = Object.keys((body as { properties?: object }).properties ?? {})
    const { maxBytes } = bodyLimits(body)
    t.ok(maxBytes < 500_000, `${method} ${path} takes ${maxBytes} bytes`)
    for (const [how, fill] of Object.entries(filled))
      // A body of the first size exceeds the limit and is not read. One of the second size is read completely.
      for (const bytes of [1_000_000, maxBytes]) {
        const response = await api.app.inject({
          method,
          url: path.replace(/:\w+/g, adm.user.id),
          headers: { authorization: `Bearer ${adm.token}`, 'content-type': 'application/json' },
          payload: fill(bytes, field),
        })
        const at = `${method} ${path}: ${bytes} bytes of ${how} (${response.statusCode})`
        const fields = Object.keys((response.json() as { fields?: object }).fields ?? {})
        t.ok(response.statusCode >= 400 && response.statusCode < 500, at)
        t.ok(response.body.length < 16_000 && fields.length <= 20 && !/key\d/.test(response.body), at)
        if (response.statusCode === 422) most = Math.max(most, fields.length)
      }
  }
  t.ok(most > 5, 'some were looked at')
})
