import { Type, type Static } from 'typebox'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, PageOf, PageQuery, StrictObject, Text, Time } from '../shapes.js'
import { timelineKinds, timelineSources } from './timeline.constants.js'
import { paths } from './timeline.paths.js'

export const TimelineLine = StrictObject({
  /** Of its kind and place, so that lists can tell lines apart. */
  key: Text(128),
  source: Enum(timelineSources),
  at: Time,
  /** What happened, in the reader's language. */
  sentence: Text(4096),
  /** Of an action or a decision. */
  reason: Text(8192),
  actor: Nullable(StrictObject({ id: Id, name: Text(64) })),
  /** What it happened to: of another kind than the timeline's own where it is part of it. */
  subject: Nullable(StrictObject({ kind: Text(32), id: Id })),
})
export type TimelineLine = Static<typeof TimelineLine>

export const routes = declareRoutes(paths, {
  getTimeline: {
    summary: 'Everything that happened to a work, a user or an upload and what belongs to it, the latest first',
    access: 'admin',
    /** Of nothing, nothing is told. */
    query: StrictObject({ ...PageQuery, kind: Type.Optional(Enum(timelineKinds)), id: Type.Optional(Id) }),
    status: 200,
    response: Type.Object(
      /** What it is called now; empty where it is gone. */
      { ...PageOf(TimelineLine).properties, name: Text(512) },
      { additionalProperties: false },
    ),
  },
})
