import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { countMoved } from '../comments/comments.js'
import { noteHidden, noteUnhidden, type Moderation } from './moderation-actions.js'

// Operators' actions on comments. Each needs a transaction and writes one audit row.

/** Shows a comment as deleted to all but its author, who is notified. @throws ToileError NOT_FOUND, NOTHING_CHANGED */
export async function hideComment(trx: Db, action: Moderation): Promise<void> {
  const { hidden, ...comment } = await heldComment(trx, action.id)
  if (hidden) throw new ToileError('NOTHING_CHANGED')
  await sql`with moved as (
      update comments set hidden_at = now(), hidden_by = ${action.actorId}, hidden_reason = ${action.reason}
      where id = ${action.id} returning id, work_id, video_id, 1 as attempt, 1 as version),
    ${countMoved(-1)}, ${eventOfMoved('comment.hidden')}
    select id from moved`.execute(trx)
  await noteHidden(trx, { ...action, ...comment, kind: 'comment' })
}

/** Unhides a comment and notifies its author. @throws ToileError NOT_FOUND, NOTHING_CHANGED, NOT_YOURSELF */
export async function unhideComment(trx: Db, action: Moderation): Promise<void> {
  const { hidden, ...comment } = await heldComment(trx, action.id)
  if (!hidden) throw new ToileError('NOTHING_CHANGED')
  await sql`with moved as (
      update comments set hidden_at = null, hidden_by = null, hidden_reason = null
      where id = ${action.id} returning id, work_id, video_id, 1 as attempt, 1 as version),
    ${countMoved(1)}, ${eventOfMoved('comment.unhidden')}
    select id from moved`.execute(trx)
  await noteUnhidden(trx, { ...action, ...comment, kind: 'comment' })
}

async function heldComment(trx: Db, id: string): Promise<{ ownerId: string; title: string; hidden: boolean }> {
  const { rows } = await sql<{ ownerId: string; title: string; hidden: boolean }>`
    select author_id as "ownerId", hidden_at is not null as hidden,
      coalesce((select title from works where id = work_id),
        (select title from course_videos v where v.video_id = comments.video_id), '') as title
    from comments where id = ${id} and deleted_at is null for no key update`.execute(trx)
  if (!rows[0]) throw new ToileError('NOT_FOUND')
  return rows[0]
}
