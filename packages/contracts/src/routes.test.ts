import t from '@toile/testing/tap'
import { exportsOf } from './features.js'
import type { Route } from './route.js'
import { routes } from './routes.js'

const all = Object.entries<Route>(routes)
const namesOf = (schema: unknown) => Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

t.test('no two contracts have a route of the same name, or with the same method and path', async (t) => {
  t.equal(all.length, exportsOf('routes').flatMap((declared) => Object.keys(declared)).length)
  t.equal(new Set(all.map(([, { method, path }]) => `${method} ${path}`)).size, all.length)
})

t.test(
  'a path parameter shares no name with the query or the body, because clients pass all in one object',
  async (t) => {
    for (const [name, { path, params, query, body }] of all) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!)
      t.same(namesOf(params).sort(), inPath.sort(), name)
      t.same(
        [...namesOf(query), ...namesOf(body)].filter((field) => inPath.includes(field)),
        [],
        name,
      )
    }
  },
)
