import { findUploads } from '@toile/db/uploads/uploads'
import { checkBytes } from './bytes.js'
import { checkCodes } from './codes.js'
import { checkCounters } from './counters.js'
import { checkDeadline } from './deadline.js'
import { checkDisks } from './disks.js'
import { checkEffects } from './effects.js'
import { checkMessages } from './messages.js'
import { checkNotifications } from './notifications.js'
import { checkOutages } from './outages.js'
import { checkStages } from './stages.js'
import { checkWhole } from './whole.js'
import { checkWitnesses } from './witnesses.js'
import { entriesOf } from '../journal.js'
import type { Evidence, Verdict } from './verdict.js'

export async function check(evidence: Omit<Evidence, 'uploads'>): Promise<Verdict[]> {
  const all = await withUploads(evidence)
  return [
    await checkBytes(all),
    await checkStages(all),
    await checkEffects(all),
    await checkCodes(all),
    await checkCounters(all),
    checkWitnesses(all),
    await checkNotifications(all),
    await checkMessages(all),
    await checkDeadline(all),
    await checkDisks(all),
    await checkOutages(all),
    await checkWhole(all),
  ]
}

/** Whether every witness (the open page of a user) shows what the database holds. */
export async function seesAll(evidence: Omit<Evidence, 'uploads'>): Promise<boolean> {
  const all = await withUploads(evidence)
  const verdicts = [checkWitnesses(all), await checkNotifications(all), await checkMessages(all)]
  return verdicts.every(({ lost, doubled }) => lost.length + doubled.length === 0)
}

async function withUploads(evidence: Omit<Evidence, 'uploads'>): Promise<Evidence> {
  const ids = entriesOf(evidence.journal, 'created').map(({ uploadId }) => uploadId)
  return { ...evidence, uploads: new Map((await findUploads(evidence.db, ids)).map((row) => [row.id, row])) }
}
