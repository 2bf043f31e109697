import { findUploads } from '@toile/db/queries/uploads'
import { checkBytes } from './check-bytes.js'
import { checkCounters } from './check-counters.js'
import { checkEffects } from './check-effects.js'
import { checkNotifications } from './check-notifications.js'
import { checkStages } from './check-stages.js'
import { checkWitnesses } from './check-witnesses.js'
import { entriesOf } from './journal.js'
import type { Evidence, Verdict } from './verdict.js'

/** Compares what was acknowledged with Postgres, the store, Redis and what the witnesses saw. */
export async function check(evidence: Omit<Evidence, 'uploads'>): Promise<Verdict[]> {
  const ids = entriesOf(evidence.journal, 'created').map(({ uploadId }) => uploadId)
  const uploads = new Map((await findUploads(evidence.db, ids)).map((row) => [row.id, row]))
  const all: Evidence = { ...evidence, uploads }
  return [
    await checkBytes(all),
    await checkStages(all),
    await checkEffects(all),
    await checkCounters(all),
    checkWitnesses(all),
    await checkNotifications(all),
  ]
}
