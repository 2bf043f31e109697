import { announcePhases } from '@toile/db/activities/activity-announcements'
import type { TickParts } from './parts.js'

/** Announces phases that have begun and reminders that are due; safe to run late or twice. */
export async function publishPhases({ db }: Pick<TickParts, 'db'>): Promise<void> {
  while ((await announcePhases(db)) > 0);
}
