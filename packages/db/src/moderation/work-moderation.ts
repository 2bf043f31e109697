import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { recordAudit } from '../audit/audit.js'
import { noteHidden, noteUnhidden, type Moderation } from './moderation-actions.js'
import { isShown } from '../works/shown-works.js'
import { showFiles } from '../works/works-transitions.js'

// Operators' actions on works. Each needs a transaction and writes one audit row.

/** Hides a work and notifies its owner. @throws ToileError NOT_FOUND, NOTHING_CHANGED, WORK_WON while it has a prize */
export async function hideWork(trx: Db, action: Moderation): Promise<void> {
  const work = await heldWork(trx, action.id)
  if (work.hidden) throw new ToileError('NOTHING_CHANGED')
  // Checked while the row is locked. Awarding a prize also locks the row, so no award is missed.
  if (await hasWon(trx, action.id)) throw new ToileError('WORK_WON')
  await sql`with moved as (
      update works set hidden_at = now(), hidden_by = ${action.actorId}, hidden_reason = ${action.reason},
        version = version + 1
      where id = ${action.id} returning id, 1 as attempt, version),
    ${eventOfMoved('work.hidden')} select id from moved`.execute(trx)
  await showFiles(trx, action.id)
  await noteHidden(trx, { ...action, kind: 'work', ownerId: work.owner_id, title: work.title })
}

/** Unhides a work and notifies its owner. @throws ToileError NOT_FOUND, NOTHING_CHANGED, NOT_YOURSELF */
export async function unhideWork(trx: Db, action: Moderation): Promise<void> {
  const work = await heldWork(trx, action.id)
  if (!work.hidden) throw new ToileError('NOTHING_CHANGED')
  await sql`with moved as (
      update works set hidden_at = null, hidden_by = null, hidden_reason = null, version = version + 1
      where id = ${action.id} returning id, 1 as attempt, version),
    ${eventOfMoved('work.unhidden')} select id from moved`.execute(trx)
  await showFiles(trx, action.id)
  await noteUnhidden(trx, { ...action, kind: 'work', ownerId: work.owner_id, title: work.title })
}

/** Features a public work, or stops featuring one. @throws ToileError NOT_FOUND, NOTHING_CHANGED, WORK_NOT_PUBLIC */
export async function featureWork(
  trx: Db,
  { id, actorId, reason, featured }: Moderation & { featured: boolean },
): Promise<void> {
  const work = await heldWork(trx, id)
  if (work.featured === featured) throw new ToileError('NOTHING_CHANGED')
  if (featured && !work.shown) throw new ToileError('WORK_NOT_PUBLIC')
  await sql`update works set featured_at = ${featured ? sql`now()` : null} where id = ${id}`.execute(trx)
  // A scheduled job finds the new version and updates the popularity.
  await sql`update work_counters set version = version + 1 where work_id = ${id}`.execute(trx)
  const [before, after] = featured ? ['no', 'yes'] : ['yes', 'no']
  await recordAudit(trx, {
    actorId,
    action: featured ? 'work.featured' : 'work.unfeatured',
    subjectKind: 'work',
    subjectId: id,
    reason,
    before: { featured: before! },
    after: { featured: after! },
  })
}

async function hasWon(trx: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from activity_awards where work_id = ${id} limit 1`.execute(trx)
  return rows.length > 0
}

interface Held {
  owner_id: string
  title: string
  hidden: boolean
  featured: boolean
  shown: boolean
}

async function heldWork(trx: Db, id: string): Promise<Held> {
  const { rows } = await sql<Held>`select owner_id, title, hidden_at is not null as hidden,
      featured_at is not null as featured, ${isShown()} as shown
    from works where id = ${id} for no key update`.execute(trx)
  if (!rows[0]) throw new ToileError('NOT_FOUND')
  return rows[0]
}
