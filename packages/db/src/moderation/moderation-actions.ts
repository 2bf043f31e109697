import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import type { moderationResults } from '@toile/contracts/notifications/notifications.constants'
import type { Db } from '../client.js'
import { ToileError } from '@toile/contracts/errors'
import { recordAudit } from '../audit/audit.js'
import { isForAnother } from './moderation-claims.js'
import { notify } from '../notifications/notifications.js'

/** An operator's action. The user whom it concerns can read the reason. */
export interface Moderation {
  id: string
  actorId: string
  reason: string
}

interface Moderated extends Moderation {
  kind: 'work' | 'comment'
  ownerId: string
  /** Title of the work, or of the commented work or video. The notification keeps the title if the work is deleted. */
  title: string
}

export async function noteHidden(trx: Db, { id, actorId, reason, kind, ...of }: Moderated): Promise<void> {
  const action = { actorId, action: `${kind}.hidden`, subjectKind: kind, subjectId: id, reason } as const
  await recordAudit(trx, { ...action, before: { hidden: 'no' }, after: { hidden: 'yes' } })
  await notifyOwner(trx, { id, actorId, reason, kind, ...of }, kind === 'comment' ? 'commentHidden' : 'hidden')
}

/**
 * Writes an audit row and notifies the owner. @throws ToileError NOT_YOURSELF if another operator hid the caller's own
 * work or comment and there is another administrator
 */
export async function noteUnhidden(trx: Db, { id, actorId, reason, kind, ...of }: Moderated): Promise<void> {
  const { rows } = await sql<{ id: string; actor_id: string | null; undone: boolean }>`
    select id, actor_id, exists (select from audit u where u.undoes = a.id) as undone from audit a
    where subject_id = ${id} and action = ${`${kind}.hidden`} order by created_at desc, id desc limit 1`.execute(trx)
  const last = rows.find(({ undone }) => !undone)
  if (last && last.actor_id !== actorId && (await isForAnother(trx, of.ownerId, actorId)))
    throw new ToileError('NOT_YOURSELF')
  const action = { actorId, action: `${kind}.unhidden`, subjectKind: kind, subjectId: id, reason } as const
  const back = last && { undoes: last.id }
  await recordAudit(trx, { ...action, before: { hidden: 'yes' }, after: { hidden: 'no' }, ...back })
  await notifyOwner(trx, { id, actorId, reason, kind, ...of }, kind === 'comment' ? 'commentRestored' : 'restored')
}

/** The notification does not name the actor. */
async function notifyOwner(
  trx: Db,
  { id, reason, kind, ownerId, title }: Moderated,
  result: (typeof moderationResults)[number],
) {
  await notify(trx, {
    userId: ownerId,
    kind: 'moderation',
    // A new key each time, because notify() ignores a known key and each action needs its own notification.
    key: `moderated:${newId()}`,
    subject: { kind, id },
    params: { result, reason, title },
  })
}
