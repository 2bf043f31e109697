import { Type } from 'typebox'
import { declareRoutes } from '../route.js'
import { IdParams, StrictObject } from '../shapes.js'
import { paths } from './blocks.paths.js'

const block = {
  access: 'user',
  rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
  params: IdParams,
  status: 200,
  response: StrictObject({ blocked: Type.Boolean() }),
} as const

export const routes = declareRoutes(paths, {
  block: { ...block, summary: 'Neither of us can write to the other; twice changes nothing' },
  unblock: { ...block, summary: 'Lifts my block; what was refused meanwhile does not come' },
})
