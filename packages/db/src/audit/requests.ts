import type { EventType } from '@toile/contracts/events'
import type { Db } from '../client.js'

export interface CausedEvent {
  id: string
  type: EventType
  subject_id: string
  attempt: number
  created_at: Date
  published_at: Date | null
  /** The event whose job wrote it. */
  caused_by: string | null
}

/** Events that came of one call of the API, in order, the first hundred. */
export function eventsOfRequest(db: Db, requestId: string): Promise<CausedEvent[]> {
  return db
    .selectFrom('events')
    .select(['id', 'type', 'subject_id', 'attempt', 'created_at', 'published_at', 'caused_by'])
    .where('request_id', '=', requestId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()
}
