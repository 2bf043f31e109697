import t from '@toile/testing/tap'
import type { Route } from './route.js'
import { routes } from './routes.js'

const open = (Object.entries(routes) as [string, Route][]).filter(([, { access }]) => access !== 'admin')
const unlimited = (of: (route: Route) => boolean) =>
  open.filter(([, route]) => of(route) && !route.rate && !route.unlimited).map(([name]) => name)

t.test('every route outside backstage that changes something has a limit, or a reason for having none', async (t) => {
  t.same(
    unlimited(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method)),
    [],
  )
})

t.test('every search outside backstage has a limit', async (t) => {
  t.same(
    unlimited(({ query }) => query !== undefined && 'q' in (query as { properties: object }).properties),
    [],
  )
})
