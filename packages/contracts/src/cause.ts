import { Type, type Static } from 'typebox'
import { Id, StrictObject, Text } from './shapes.js'

/** What triggered an event or a job. It is for debugging only: no code makes decisions based on it. */
export const Cause = StrictObject({
  requestId: Id,
  /** The event whose job is running. Absent in the API, because no job runs there. */
  eventId: Type.Optional(Id),
  /** W3C Trace Context of the current span, when tracing is on. */
  traceparent: Type.Optional(Text(64)),
})
export type Cause = Static<typeof Cause>
