import { sql } from 'kysely'
import type { DeedName } from '@toile/contracts/audit.constants'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { useToken } from './one-time-tokens.js'

/** What one may appeal against, and the deed that ends it. */
const appealable = {
  work: ['work.hidden', 'work.unhidden'],
  comment: ['comment.hidden', 'comment.unhidden'],
  user: ['user.banned', 'user.unbanned'],
} as const satisfies Record<string, readonly [string, string]>

/**
 * An appeal against what was decided about somebody's own work or comment.
 * @throws ToileError NOT_FOUND where it is not theirs or nothing stands against it, ALREADY_APPEALED
 */
export function appealForThing(
  db: Db,
  { id, userId, text }: { id: string; userId: string; text: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ kind: 'work' | 'comment' }>`
      select 'work' as kind from works where id = ${id} and owner_id = ${userId}
      union all select 'comment' from comments where id = ${id} and author_id = ${userId} and deleted_at is null`.execute(
      trx,
    )
    const kind = rows[0]?.kind
    if (!kind) throw new ToileError('NOT_FOUND')
    await insertAppeal(trx, { kind, id, userId, text })
  })
}

/**
 * An appeal of somebody who is shut out, by the token of the mail that told of it, which is used with it.
 * @throws ToileError LINK_INVALID, NOT_FOUND where the ban is lifted, ALREADY_APPEALED
 */
export function appealForBan(db: Db, tokenHash: Buffer, text: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const used = await useToken(trx, tokenHash, ['banned'])
    if (!used) throw new ToileError('LINK_INVALID')
    await insertAppeal(trx, { kind: 'user', id: used.user_id, userId: used.user_id, text })
  })
}

interface NewAppeal {
  kind: keyof typeof appealable
  id: string
  userId: string
  text: string
}

async function insertAppeal(trx: Db, { kind, id, userId, text }: NewAppeal): Promise<void> {
  const deedId = await standingDeed(trx, id, appealable[kind] as unknown as readonly DeedName[])
  if (!deedId) throw new ToileError('NOT_FOUND')
  const moved = await sql`with moved as (
      insert into cases (id, kind, subject_kind, subject_id, author_id, deed_id, appeal)
      values (${newId()}, 'appeal', ${kind}, ${id}, ${userId}, ${deedId}, ${text})
      on conflict (deed_id) where kind = 'appeal' do nothing returning id, 1 as attempt, version),
    ${eventOfMoved('case.raised')} select id from moved`.execute(trx)
  if (moved.rows.length === 0) throw new ToileError('ALREADY_APPEALED')
}

/** The last word on a thing, where that is the first of the two deeds. */
async function standingDeed(
  trx: Db,
  subjectId: string,
  [deed, ended]: readonly DeedName[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; action: string }>`select id, action from audit
    where subject_id = ${subjectId} and action in (${deed}, ${ended}) order by id desc limit 1`.execute(trx)
  return rows[0]?.action === deed ? rows[0]?.id : undefined
}
