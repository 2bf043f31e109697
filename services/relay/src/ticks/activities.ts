import { announcePhases } from '@toile/db/activities/activity-announcements'
import type { TickParts } from './parts.js'

/** Announces phases that have begun and reminders that are due. May run late or twice without harm. */
export async function publishPhases({ db }: Pick<TickParts, 'db'>): Promise<void> {
  while ((await announcePhases(db)) > 0);
}
