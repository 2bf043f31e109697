import { Type } from 'typebox'
import { route } from '../route.js'
import { IdParams, StrictObject } from '../shapes.js'

const block = {
  path: '/users/:id/block',
  access: 'user',
  rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
  params: IdParams,
  status: 200,
  response: StrictObject({ blocked: Type.Boolean() }),
} as const

export const blockRoutes = {
  block: route({ ...block, method: 'PUT', summary: 'Neither of us can write to the other; twice changes nothing' }),
  unblock: route({ ...block, method: 'DELETE', summary: 'Lifts my block; what was refused meanwhile does not come' }),
}
