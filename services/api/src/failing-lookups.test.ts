import { rmSync } from 'node:fs'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { Route } from '@toile/contracts/route'
import { routes, type RouteName } from '@toile/contracts/routes'
import { QueueFull } from '@toile/runtime/fair-queue'
import { createLogger } from '@toile/runtime/logger'
import { makeToken } from '@toile/testing/factories'
import { registerErrorHandler } from './http/error-responses.js'
import { makeAllOwned } from './secrets.test-support.js'
import { caller, startTestApi, type Person, type TestApi } from './test-api.js'

/** No answer may contain parts of this text, which imitates errors of Postgres, Node and Toile. */
const WORDS = `relation "users" select password_hash from users where id = $1; at look (/srv/toile/services/api/dist/x.js:1:2)`
const LEAKS = /select |password_hash|relation|\/srv|\.js\b|\bat \w+ \(|ENOENT|ECONN|ioredis|Connection is closed/i

const fault = { after: Infinity, struck: false }
const failing: KyselyPlugin = {
  transformQuery({ node }) {
    if (fault.after-- === 0) {
      fault.struck = true
      throw new Error(WORDS)
    }
    return node
  },
  transformResult: async ({ result }) => result,
}
/** Makes the call and fails its statement number `at`, counted from 0. Undefined if the call has fewer statements. */
async function atStatement(at: number, call: () => Promise<Response>): Promise<Response | undefined> {
  const made = call()
  Object.assign(fault, { after: at, struck: false })
  const response = await made.finally(() => (fault.after = Infinity))
  if (fault.struck) return response
  await response.arrayBuffer().catch(() => {})
  return undefined
}

let api: TestApi
let ann: Person
let bob: Person
let adm: Person
t.before(async () => {
  api = await startTestApi({}, { seenBy: (db) => db.withPlugin(failing) })
  ann = await api.person({ password: 'a good password' })
  bob = await api.person({ password: 'a good password' })
  adm = await api.person({ password: 'a good password', group: 'admin' })
})
t.teardown(() => api.close())

await t.test('X08 a failing lookup in a guard refuses the call', async (t) => {
  const owned = await makeAllOwned(api, ann.user)
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    if (route.access === 'public') continue
    const at = route.path.replace(/:(id|userId)/, route.owns ? owned[route.owns] : newId())
    // Each call gets a new session, because session lookups are cached for half a second.
    const call = async () => {
      const { token } = await makeToken(api.db, bob.user)
      return caller(api.url, token)(route.method, at, route.body ? { body: {} } : {})
    }
    const unseen = await atStatement(0, call)
    t.equal(unseen?.status, 503, `${name}: no look at the session is neither a pass nor a sign-out`)
    if (!route.owns) continue
    const unowned = await atStatement(1, call)
    t.ok(unowned && unowned.status >= 500, `${name}: no look at whose it is (${unowned?.status})`)
    t.equal((await call()).status, 404, `${name}: with both it is bob's as little as ever`)
  }
})

await t.test('X08 X07 whatever fails, the answer is an error without internal details', async (t) => {
  const owned = await makeAllOwned(api, ann.user)
  const all = Object.entries(routes) as [RouteName, Route][]
  let met = 0
  for (const [nth, [name, route]] of all.entries()) {
    if (name === 'logout' || name === 'deleteAccount') continue
    const asker = route.access === 'admin' ? adm : ann
    const at = route.path.replace(/:(id|userId)/, route.owns ? owned[route.owns] : ann.user.id)
    const { required = [] } = (route.query ?? {}) as { required?: string[] }
    const query = new URLSearchParams(required.map((key) => [key, 'a']))
    const call = () => asker.call(route.method, `${at}?${query}`, route.body ? { body: {} } : {})
    const response = await atStatement(nth % 3, call)
    // A response to HEAD has no text to check, and neither has a failed stream that broke off.
    const text = (await response?.text().catch(() => '')) ?? ''
    if (!response || text === '') continue
    met++
    t.notMatch(text, LEAKS, `${name} (${response.status})`)
    if (response.status < 500) continue
    t.match(response.headers.get('content-type') ?? '', /^application\/json/, name)
    const keys = Object.keys(JSON.parse(text) as object).sort()
    t.same(keys, ['code', 'error', 'message', 'requestId', 'statusCode'], `${name}: ${text}`)
  }
  t.ok(met > 60, `${met} faults were met`)
})

await t.test('S01 a full password queue is logged, but not for each call', async (t) => {
  const lines: string[] = []
  const loggerInstance = createLogger('api-test', 'warn', { write: (line) => void lines.push(line) })
  const app = Fastify({ loggerInstance: loggerInstance as FastifyBaseLogger })
  t.teardown(() => app.close())
  registerErrorHandler(app)
  app.get('/', () => Promise.reject(new QueueFull('too many wait')))
  const responses = await Promise.all([1, 2, 3].map(() => app.inject('/')))
  for (const { statusCode, headers } of responses) t.match([statusCode, headers['retry-after']], [503, '2'])
  t.equal(lines.length, 1)
  t.match(lines[0], 'too many passwords wait')
})

await t.test('X07 without storage and Redis, no answer reveals what failed', async (t) => {
  const { storage } = api.config
  if (storage.driver === 'folder') rmSync(storage.folder, { recursive: true })
  api.redis.disconnect()
  const owned = await makeAllOwned(api, ann.user)
  let slowest = ''
  let slowestMs = 0
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    if (!/queues|workers|uploads|files|images|renders|exports|items|packages|software|auth|health/.test(route.path))
      continue
    if (name === 'logout') continue
    const asker = route.access === 'admin' ? adm : ann
    const at = route.path
      .replace(/:(id|userId)/, route.owns ? owned[route.owns] : ann.user.id)
      .replace(':name', 'uploads')
    const began = performance.now()
    const response = await asker.call(route.method, at, route.body ? { body: {} } : {})
    t.notMatch(await response.text(), LEAKS, `${name} (${response.status})`)
    const ms = performance.now() - began
    if (ms > slowestMs) [slowestMs, slowest] = [ms, name]
  }
  t.comment(`the slowest was ${slowest}, ${Math.round(slowestMs)} ms`)
})
