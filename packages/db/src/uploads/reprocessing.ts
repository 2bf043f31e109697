import { sql } from 'kysely'
import type { Db } from '../client.js'

// What can be made anew of what was sent, the oldest first, a page after an id.

interface Wanted {
  /** Only these; all without. */
  ids?: readonly string[] | undefined
  /** Only where something is not there that would be made today. */
  missing: boolean
  after: string
  limit: number
}

/**
 * Finished models with their original. Missing is the level for Android's room view, which models of before it have not (and
 * those whose web level serves there have not either: they are made again for nothing), or the web level's file.
 */
export async function modelsToReprocess(db: Db, { ids, missing, after, limit }: Wanted): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u.id from uploads u
    where stage = 'ready_to_publish' and model_file_id is not null and u.id > ${after}::uuid
      and (${ids ?? null}::uuid[] is null or u.id = any(${ids ?? null}::uuid[])
        or exists (select from works where upload_id = u.id and works.id = any(${ids ?? null}::uuid[])))
      and (not ${missing} or ar_file_id is null
        or not exists (select from files where id = u.model_file_id and state = 'stored'))
    order by u.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Finished pictures that people sent, with their original. Missing is a picture without any size. */
export async function imagesToReprocess(db: Db, { ids, missing, after, limit }: Wanted): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select i.id from images i
    where status = 'ready' and original_file_id is not null and i.id > ${after}::uuid
      and (${ids ?? null}::uuid[] is null or i.id = any(${ids ?? null}::uuid[]))
      and (not ${missing} or not exists (select from image_variants v join files f on f.id = v.file_id
        where v.image_id = i.id and f.state = 'stored'))
    order by i.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
