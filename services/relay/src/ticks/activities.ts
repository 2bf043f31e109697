import { announcePhases } from '@toile/db/activities/activity-announcements'
import type { TickParts } from './parts.js'

/** Writes events for phases that have begun and for other moments, such as the last day of submission. */
export async function publishPhases({ db }: Pick<TickParts, 'db'>): Promise<void> {
  while ((await announcePhases(db)) > 0);
}
