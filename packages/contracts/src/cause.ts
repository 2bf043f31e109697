import { Type, type Static } from 'typebox'
import { Id, StrictObject, Text } from './shapes.js'

/** What set something off, for those who look into it. It decides nothing. */
export const Cause = StrictObject({
  /** The call of the API that it began with. */
  requestId: Id,
  /** The event whose job is at work; missing in the API itself. */
  eventId: Type.Optional(Id),
  /** W3C Trace Context of the span that is at work, where traces are kept. */
  traceparent: Type.Optional(Text(64)),
})
export type Cause = Static<typeof Cause>
