import { announcePhases } from '@toile/db/activities/activity-announcements'
import type { TickParts } from './parts.js'

/** Tells of phases that have begun; late is well, twice is once. */
export async function tellPhases({ db }: Pick<TickParts, 'db'>): Promise<void> {
  while ((await announcePhases(db)) > 0);
}
