import { Type, type Static } from 'typebox'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, PageOf, PageQuery, StrictObject, Text, Time } from '../shapes.js'
import { timelineKinds, timelineSources } from './timeline.constants.js'
import { paths } from './timeline.paths.js'

export const TimelineLine = StrictObject({
  /** Unique within the list. */
  key: Text(128),
  source: Enum(timelineSources),
  at: Time,
  sentence: Text(4096),
  reason: Text(8192),
  actor: Nullable(StrictObject({ id: Id, name: Text(64) })),
  /** The timeline's subject, a thing that belongs to it, or a related case, activity or tenant. Null for mails. */
  subject: Nullable(StrictObject({ kind: Text(32), id: Id })),
})
export type TimelineLine = Static<typeof TimelineLine>

export const routes = declareRoutes(paths, {
  getTimeline: {
    summary: 'Lists all events of a work, a user or an upload, latest first',
    access: 'admin',
    /** `kind` defaults to `work`. Without `id` the list is empty. */
    query: StrictObject({ ...PageQuery, kind: Type.Optional(Enum(timelineKinds)), id: Type.Optional(Id) }),
    response: Type.Object({ ...PageOf(TimelineLine).properties, name: Text(512) }, { additionalProperties: false }),
  },
})
