import type { Db } from '../client.js'

/** Events that one API request caused, oldest first, at most 100. */
export function eventsOfRequest(db: Db, requestId: string) {
  return db
    .selectFrom('events')
    .select(['id', 'type', 'subject_id', 'attempt', 'created_at', 'published_at', 'caused_by'])
    .where('request_id', '=', requestId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()
}

export type CausedEvent = Awaited<ReturnType<typeof eventsOfRequest>>[number]
