import { Type, type Static } from 'typebox'
import { renderNameLength } from './renders.constants.js'
import { declareRoutes, reads } from '../route.js'
import { Id, StrictObject, Text } from '../shapes.js'
import { paths } from './spins.paths.js'

export const Spin = StrictObject({
  id: Id,
  name: Text(renderNameLength.max),
  width: Type.Integer(),
  height: Type.Integer(),
  clear: Type.Boolean(),
  /** The frames of one full turn, in order. Their links expire. */
  frames: Type.Array(StrictObject({ url: Text(2048) })),
  creator: StrictObject({ id: Id, nickname: Text(256) }),
  work: Type.Optional(StrictObject({ id: Id, title: Text(2048) })),
})
export type Spin = Static<typeof Spin>

const Shared = StrictObject({ shared: Type.Boolean() })

export const routes = declareRoutes(paths, {
  shareRender: {
    summary: 'Shares a finished spin with everyone who has its link, or stops sharing it',
    access: 'owner',
    owns: 'render',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    body: Shared,
    response: Shared,
  },
  getSpin: {
    summary: 'Returns a shared spin to everyone who has its link',
    access: 'public',
    rate: reads(1),
    response: Spin,
  },
})
