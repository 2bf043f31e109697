import { Type, type Static } from 'typebox'
import { renderNameLength } from './renders.constants.js'
import { declareRoutes, reads } from '../route.js'
import { Id, IdParams, StrictObject, Text } from '../shapes.js'
import { paths } from './spins.paths.js'

/** A shared render of type `spin`, for embedding. */
export const Spin = StrictObject({
  id: Id,
  name: Text(renderNameLength.max),
  /** Pixels of each picture. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** Transparent background. */
  clear: Type.Boolean(),
  /** One full turn in order; the links expire. */
  frames: Type.Array(StrictObject({ url: Text(2048) })),
  creator: StrictObject({ id: Id, nickname: Text(256) }),
  /** Only if the work is public. */
  work: Type.Optional(StrictObject({ id: Id, title: Text(2048) })),
})
export type Spin = Static<typeof Spin>

const Shared = StrictObject({ shared: Type.Boolean() })

export const routes = declareRoutes(paths, {
  shareRender: {
    summary: 'Lets everyone who has its link turn a finished spin, or no longer',
    access: 'owner',
    owns: 'render',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    params: IdParams,
    body: Shared,
    status: 200,
    response: Shared,
  },
  getSpin: {
    summary: 'A shared spin, for whoever has its link',
    access: 'public',
    rate: reads(1),
    params: IdParams,
    status: 200,
    response: Spin,
  },
})
