import fastJsonStringify from 'fast-json-stringify'
import t from '@toile/testing/tap'
import type { Route } from '@toile/contracts/route'
import { routes } from '@toile/contracts/routes'
import { checkBySchema } from './validation.js'

// Schemas are compiled when the first call needs them: what cannot be compiled has to show here.

t.test('each part of each contract compiles', (t) => {
  for (const [name, route] of Object.entries<Route>(routes)) {
    const parts = { params: route.params, querystring: route.query, body: route.body }
    for (const [httpPart, schema] of Object.entries(parts))
      if (schema)
        t.doesNotThrow(() => checkBySchema({ schema, httpPart, url: route.path, method: route.method })({}), name)
    if (route.response) t.doesNotThrow(() => fastJsonStringify(route.response!), name)
  }
  t.end()
})
