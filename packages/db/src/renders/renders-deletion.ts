import { sql } from 'kysely'
import { inTransaction, type Db } from '../client.js'
import { cancelRender } from './renders-transitions.js'

/** Deletes a render but keeps its row, whose cost counts in the owner's fair share. False if it is already deleted. */
export function deleteRender(db: Db, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // finishFromCache() locks this row while copying. Either this call waits for the copy, or the copy skips this row.
    const held = await sql`select from renders where id = ${id} and deleted_at is null for update`.execute(trx)
    if (held.rows.length === 0) return false
    await cancelRender(trx, id)
    await sql`with pieces as (delete from render_pieces where render_id = ${id} returning file_id),
      previews as (delete from render_previews where render_id = ${id} returning file_id),
      outputs as (delete from render_outputs where render_id = ${id} returning file_id),
      gone as (select file_id from pieces union select file_id from previews union select file_id from outputs)
      update files set state = 'deleted' from gone where files.id = gone.file_id
        and not exists (select from render_outputs where file_id = files.id and render_id <> ${id})`.execute(trx)
    // A worker that still draws a chunk finds that the row of the chunk is gone.
    await sql`delete from render_chunks where render_id = ${id}`.execute(trx)
    await sql`update renders set deleted_at = now(), shared = false where id = ${id}`.execute(trx)
    return true
  })
}

export async function forgetDeletedRenders(db: Db, days: number): Promise<void> {
  await sql`delete from renders where deleted_at is not null
    and created_at < now() - make_interval(days => ${days})`.execute(db)
}
