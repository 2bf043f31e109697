import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { analyse } from 'scslre'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { Route } from '@toile/contracts/route'
import { routes } from '@toile/contracts/routes'
import { inTransaction } from '@toile/db/client'
import { insertWork } from '@toile/db/works/works-transitions'
import { makeActivity } from '@toile/testing/activities'
import { startTestApi, type Person, type TestApi } from './test-api.js'

let api: TestApi
let ann: Person
let adm: Person
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
t.before(async () => {
  api = await startTestApi()
  ann = await api.person({ password: 'a good password' })
  adm = await api.person({ password: 'a good password', group: 'admin' })
})
t.teardown(async () => {
  agent.destroy()
  await api.close()
})

const all = Object.values(routes) as Route[]

/** Sends the path unchanged, because fetch would normalize the path. */
async function raw(method: string, at: string, token?: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }) }
    request({ host: '127.0.0.1', port: api.config.port, method, path: at, headers, agent }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, body }), reject)
    })
      .once('error', reject)
      .end()
  })
}

/** Other spellings of a path, which a guard and a router may read differently. */
function writings(at: string): string[] {
  const inner = at.slice(1)
  return [
    at.toUpperCase(),
    `/%${at.charCodeAt(1).toString(16)}${at.slice(2)}`,
    `/${inner.replaceAll('/', '%2f')}`,
    `/${inner.replaceAll('/', '%5c')}`,
    `/${inner.replaceAll('/', '\\')}`,
    `/${inner.replaceAll('/', '//')}`,
    `//${inner}`,
    `/.${at}`,
    `/health/..${at}`,
    `/health/%2e%2e${at}`,
    `/works/..;${at}`,
    `${at};a=b`,
    `${at}/`,
    `${at}/.`,
    `${at}%00`,
    `${at}%20`,
    `/api${at}`,
    `/api/../api${at}`,
    `/API${at}`,
    `${api.url}${at}`,
  ]
}

await t.test('X02 no other spelling of a path bypasses its guard', async (t) => {
  const guarded = all.filter(({ access }) => access !== 'public')
  t.ok(guarded.length > 150)
  for (const [nth, { method, path: declared, access }] of guarded.entries()) {
    const at = declared.replace(/:\w+/g, newId())
    const passed: string[] = []
    // Each route gets a quarter of the spellings. All routes share one router, so it gets each spelling many times.
    const some = writings(at).filter((_, which) => (which + nth) % 4 === 0)
    const tries = some.map(async (written) => {
      const { status } = await raw(method, written, access === 'admin' ? ann.token : undefined)
      if (status < 400) passed.push(`${written} (${status})`)
    })
    await Promise.all(tries)
    t.same(passed, [], `${method} ${declared}`)
  }
  t.equal((await raw('GET', '/api/auth/me', ann.token)).status, 200, 'the calls do arrive')
  t.equal((await raw('GET', '/%61uth/me', ann.token)).status, 200, 'and are decoded before they are looked at')
})

await t.test('X02 no path leads out of the served files', async (t) => {
  const { storage } = api.config
  const folder = storage.driver === 'folder' ? storage.folder : ''
  writeFileSync(path.join(folder, 'secret.txt'), 'root:x:0:0')
  const [up, name] = ['..', path.basename(folder)]
  const outside = ['etc/passwd', 'package.json', '.env', `${name}/secret.txt`, 'secret.txt']
  const steps = [up, '%2e%2e', '.%2e', '..;', '..%00', '....//', '%252e%252e']
  for (const base of ['/assets', `/files/${newId()}`, '/works', '', '/socket.io', '/api'])
    for (const step of steps)
      for (const slash of ['/', '%2f', '%5c', '\\'])
        for (const file of outside) {
          const at = `${base}/${Array<string>(6).fill(step).join(slash)}${slash}${file}`
          const { status, body } = await raw('GET', at)
          if (status < 400 || /root:x|"workspaces"|SECRET/.test(body)) t.fail(`${at} (${status}) ${body.slice(0, 80)}`)
        }
  t.pass('none of them')
})

/** If `pg_sleep` ran, Postgres would cancel it after the statement timeout of 10 s, and the call would get 503. */
const injections = [
  `(select pg_sleep(60))::text`,
  `'`,
  `\\`,
  `') or ('1'='1`,
  `'; select pg_sleep(60)--`,
  `' union select password_hash from users--`,
  `created_at; drop table users`,
  `$1`,
]

await t.test('X03 no parameter of a list is read as SQL', async (t) => {
  const activity = await makeActivity(api.db, 'registration')
  const lists = all.filter(({ method, query }) => method === 'GET' && query)
  t.ok(lists.length > 30)
  const outcomes = { refused: 0, given: 0 }
  for (const { path: declared, query, access } of lists) {
    const asker = access === 'admin' ? adm : ann
    const at = declared.replace(/:\w+/g, declared.includes('activities') ? activity : ann.user.id)
    const { properties = {}, required = [] } = query as { properties?: Record<string, object>; required?: string[] }
    const calm = Object.fromEntries(required.map((field) => [field, 'a']))
    for (const [field, schema] of Object.entries(properties)) {
      const isFree = !('enum' in schema) && (schema as { type?: string }).type === 'string'
      const statuses = await Promise.all(
        (isFree ? injections : injections.slice(0, 1)).map(async (words) => {
          const asked = new URLSearchParams({ ...calm, [field]: words })
          const { status } = await raw('GET', `${at}?${asked}`, asker.token)
          outcomes[status === 422 ? 'refused' : 'given']++
          return status
        }),
      )
      t.ok(Math.max(...statuses) < 500, `${at}?${field}= ${statuses.join(' ')}`)
      if (!isFree)
        t.ok(
          statuses.every((status) => status === 422 || status === 404),
          `${at}?${field}= is no text`,
        )
    }
  }
  t.ok(outcomes.refused > 100 && outcomes.given > 100, `both kinds of fields were asked (${JSON.stringify(outcomes)})`)
  t.equal((await ann.call('GET', '/auth/me')).status, 200, 'and the table of people is there')
})

await t.test('X03 pattern characters match literally', async (t) => {
  for (const title of ['Linen of 100%_cotton', 'Plain felt'])
    await inTransaction(api.db, (trx) => insertWork(trx, { id: newId(), ownerId: ann.user.id, title }))
  const found = async (at: string, q: string) => {
    const response = await adm.call('GET', `${at}?${new URLSearchParams({ q })}`)
    return ((await response.json()) as { items: unknown[] }).items.length
  }
  for (const sign of ['%', '_', '%_', '0%_c']) t.equal(await found('/backstage/works', sign), 1, `works with ${sign}`)
  t.equal(await found('/backstage/works', '\\'), 0)
  t.ok((await found('/backstage/users', ann.user.username)) > 0, 'people are found by their name')
  for (const sign of ['%', '%%', '\\', '*', '.*'])
    t.equal(await found('/backstage/users', sign), 0, `people with ${sign}`)
  t.ok((await found('/backstage/people', ann.user.username.slice(0, 4))) > 0)
  for (const sign of ['%', '%%', '__', '\\'])
    t.equal(await found('/backstage/people', sign), 0, `people to choose with ${sign}`)
})

await t.test('X04 refuses a prototype in a body at any depth', async (t) => {
  const poison = [
    `"__proto__":{"polluted":1}`,
    `"\\u005f_proto__":{"polluted":1}`,
    `"constructor":{"prototype":{"polluted":1}}`,
  ]
  const sends = (field: string, one: string) => [`{${one}}`, `{"${field}":{${one}}}`, `{"${field}":[{"a":{${one}}}]}`]
  for (const [nth, { method, path: declared, body, beacon }] of all.entries()) {
    // Beacons always get the same answer, and their handler picks known fields one by one (N01).
    if (!body || method === 'GET' || beacon) continue
    const [field = 'x'] = Object.keys((body as { properties?: object }).properties ?? {})
    const at = api.url + declared.replace(/:\w+/g, newId())
    const bodies = poison.flatMap((one) => sends(field, one))
    for (const sent of declared === '/works' ? bodies : [bodies[nth % bodies.length]!]) {
      const headers = { authorization: `Bearer ${adm.token}`, 'content-type': 'application/json' }
      const { status } = await fetch(at, { method, headers, body: sent })
      t.ok(status >= 400 && status < 500, `${method} ${declared} ${sent} (${status})`)
    }
  }
  for (const query of ['__proto__[polluted]=1', 'constructor[prototype][polluted]=1', '__proto__=1', 'sort=__proto__'])
    t.ok((await fetch(`${api.url}/works?${query}`)).status < 500, query)
  t.notOk('polluted' in {}, 'nothing stuck')
})

function patterns(schema: unknown, at: string): [string, string][] {
  if (typeof schema !== 'object' || schema === null) return []
  const { pattern } = schema as { pattern?: unknown }
  const inner = Object.entries(schema).flatMap(([key, part]) => patterns(part, `${at}.${key}`))
  return typeof pattern === 'string' ? [[at, pattern], ...inner] : inner
}

await t.test('X04 no pattern of a schema can take long', async (t) => {
  const slow = (pattern: string) => analyse(new RegExp(pattern, 'u')).reports.map(({ type }) => type)
  t.ok(slow('^(a+)+$').length > 0, 'the check itself sees one')
  const found = Object.entries(routes as Record<string, Route>).flatMap(([name, { body, query, params }]) =>
    patterns({ body, query, params }, name),
  )
  t.ok(found.length > 100)
  const distinct = new Map(found.map(([at, pattern]) => [pattern, at]))
  for (const [pattern, at] of distinct) t.same(slow(pattern), [], `${at} ${pattern}`)
})
