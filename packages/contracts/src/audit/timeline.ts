import { Type, type Static } from 'typebox'
import { route } from '../route.js'
import { Id, OneOf, Nullable, PageOf, PageQuery, Shape, Text, Time } from '../shapes.js'
import { timelineKinds, timelineSources } from './timeline.constants.js'

export const TimelineLine = Shape({
  /** Of its kind and place, so that lists can tell lines apart. */
  key: Text(128),
  source: OneOf(timelineSources),
  at: Time,
  /** What happened, in the reader's language. */
  sentence: Text(4096),
  /** Of an action or a decision. */
  reason: Text(8192),
  actor: Nullable(Shape({ id: Id, name: Text(64) })),
  /** What it happened to: of another kind than the timeline's own where it is part of it. */
  subject: Nullable(Shape({ kind: Text(32), id: Id })),
})
export type TimelineLine = Static<typeof TimelineLine>

export const timelineRoutes = {
  getTimeline: route({
    method: 'GET',
    path: '/backstage/timeline',
    summary: 'Everything that happened to a work, a user or an upload and what belongs to it, the latest first',
    access: 'admin',
    /** Of nothing, nothing is told. */
    query: Shape({ ...PageQuery, kind: Type.Optional(OneOf(timelineKinds)), id: Type.Optional(Id) }),
    status: 200,
    answer: Type.Object(
      /** What it is called now; empty where it is gone. */
      { ...PageOf(TimelineLine).properties, name: Text(512) },
      { additionalProperties: false },
    ),
  }),
}
