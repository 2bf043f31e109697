import { announcePhases } from '@toile/db/activities/activity-announcements'
import type { TickParts } from './parts.js'

/** Publishes phases that have begun; late does no harm, and twice is once. */
export async function publishPhases({ db }: Pick<TickParts, 'db'>): Promise<void> {
  while ((await announcePhases(db)) > 0);
}
