import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { routes } from '@toile/contracts/routes'
import { rateLimits } from '@toile/testing/processes'
import { createCalls, type Named } from './random-requests.test-support.js'
import { allActions, prepareActions } from './actions.test-support.js'
import { sampleOf } from './sample.test-support.js'
import { makeOwned } from './secrets.test-support.js'
import { startTestApi, type TestApi } from './test-api.js'

// The loser of a race gets a 4xx error or the same success, never a server fault.

let api: TestApi
t.before(async () => {
  api = await startTestApi({ limits: rateLimits(1_000) })
})
t.teardown(async () => {
  await api.close()
})

const AT_ONCE = 3
const atOnce = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, call))

await t.test("each administrator's action, sent three times at once, happens once and breaks nothing", async (t) => {
  const actions = await prepareActions(api, {
    adm: await api.person({ group: 'admin', password: 'a good password' }),
    other: await api.person({ group: 'admin' }),
    ann: await api.person({ password: 'a good password' }),
  })
  t.teardown(() => actions.close())
  t.same([...actions.names].sort(), [...allActions].sort())
  for (const name of actions.names) {
    const { send } = await actions.prepare(name)
    const responses = await atOnce(async () => {
      const response = await send()
      const text = await response.text()
      return { status: response.status, body: (text ? JSON.parse(text) : {}) as { code?: string } }
    })
    const outcomes = responses.map(({ status, body }) => `${status} ${body.code ?? ''}`).join(', ')
    const done = responses.find(({ status }) => status < 300)
    if (!t.ok(done, `${name} is done: ${outcomes}`)) continue
    actions.learn(name, done!.body)
    const lost = responses.filter(({ status }) => status >= 300)
    t.ok(
      lost.every(({ status }) => [404, 409, 422].includes(status)),
      `${name}: ${outcomes}`,
    )
  }
})

await t.test("users' changes to their own things, sent three times at once, break nothing", async (t) => {
  const calls = createCalls(api)
  const changing = (Object.entries(routes) as Named[]).filter(
    ([, { method, access, beacon }]) => !beacon && !['GET', 'HEAD', 'OPTIONS'].includes(method) && access !== 'admin',
  )
  for (const [name, route] of changing) {
    const ann = await api.person()
    const id = route.owns ? await makeOwned(api, ann.user, route.owns) : newId()
    const path = route.path.replace(/:(\w+)/g, id)
    const responses = await atOnce(() =>
      calls.send(ann.token, route, path, route.body && (sampleOf(route.body) as object)),
    )
    t.notOk(
      responses.find(({ status }) => status >= 500),
      `${name}: ${responses.map(({ status, text }) => `${status} ${text.slice(0, 80)}`).join(', ')}`,
    )
  }
})
