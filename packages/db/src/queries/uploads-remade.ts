import { sql } from 'kysely'
import type { Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { insertFile } from './files.js'
import type { PreparedModel } from './uploads-stages.js'
import { addToUpload } from './works-states.js'

/**
 * Asks for a finished model's levels to be made anew of its original; those that are there serve meanwhile. False where it is
 * not ready, or not a model that can be opened. The latest of several wishes counts.
 */
export async function remakeUpload(db: Db, id: string): Promise<boolean> {
  const moved = await sql`with moved as (
      update uploads set attempt = attempt + 1, version = version + 1, updated_at = now()
      where id = ${id} and stage = 'ready_to_publish' and model_file_id is not null
      returning id, attempt, version),
    ${eventOfMoved('upload.remake')}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

/** Puts levels that were made anew in the place of those that were there, as visible as the works that show them; what an earlier version of a work shows stays. False for a late caller. */
export function swapModel(
  db: Db,
  { id, attempt }: { id: string; attempt: number },
  made: PreparedModel,
): Promise<boolean> {
  return addToUpload(db, id, async (trx) => {
    const { rows } = await sql<{
      files: string[]
    }>`select array_remove(array[model_file_id, preview_file_id, ar_file_id], null)
        as files from uploads
      where id = ${id} and attempt = ${attempt} and stage = 'ready_to_publish' for no key update`.execute(trx)
    if (!rows[0]) return false
    for (const file of [made.file, made.preview, made.ar]) if (file) await insertFile(trx, file)
    // The attempt is used up: the same job delivered again finds nothing to swap.
    await sql`update uploads set model_file_id = ${made.file.id}, preview_file_id = ${made.preview?.id ?? null},
        ar_file_id = ${made.ar?.id ?? null}, facts = ${JSON.stringify(made.facts)}::jsonb,
        report = ${JSON.stringify(made.report)}::jsonb, version = version + 1, attempt = attempt + 1,
        updated_at = now()
      where id = ${id}`.execute(trx)
    await sql`update files set state = 'deleted', public = false where id = any(${rows[0].files}::uuid[])
      and not exists (select from work_versions where model_file_id = files.id)`.execute(trx)
    return true
  })
}
