import { Type } from 'typebox'
import { declareRoutes } from '../route.js'
import { StrictObject } from '../shapes.js'
import { paths } from './blocks.paths.js'

const block = {
  access: 'user',
  rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
  response: StrictObject({ blocked: Type.Boolean() }),
} as const

export const routes = declareRoutes(paths, {
  block: { ...block, summary: 'Blocks a user: neither can message the other; idempotent' },
  unblock: { ...block, summary: 'Unblocks a user; messages refused in the meantime are not delivered' },
})
