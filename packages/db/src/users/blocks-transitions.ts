import { sql } from 'kysely'
import { inTransaction, type Db } from '../client.js'
import { lockPair } from '../messages/conversations.js'
import { groupOf, touchUnread } from '../notifications/notifications.js'

/** A block marks the blocked user's message notifications as read, so no mail is sent. False for an unknown user. */
export function setBlock(db: Db, blockerId: string, blockedId: string, on: boolean): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const person = await sql`select 1 from users where id = ${blockedId} and deleted_at is null`.execute(trx)
    if (person.rows.length === 0) return false
    await lockPair(trx, blockerId, blockedId)
    const changed = on
      ? await sql`insert into blocks (blocker_id, blocked_id) values (${blockerId}, ${blockedId})
          on conflict do nothing`.execute(trx)
      : await sql`delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`.execute(trx)
    if (changed.numAffectedRows === 0n) return true
    await touchUnread(trx, blockerId, on ? groupOf({ kind: 'message', subject: { id: blockedId } }) : undefined)
    return true
  })
}
