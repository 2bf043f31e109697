import { sql } from 'kysely'
import type { Db } from '../client.js'

// Lists uploads and images to reprocess, in order of id. `after` is the last id of the previous page.

interface Wanted {
  ids?: readonly string[] | undefined
  /** Restricts the list to items that seem to lack files. The functions below name these files. */
  missing: boolean
  after: string
  limit: number
}

/**
 * Models that are ready. With `missing`, only those without a stored web model or a model for Android's AR viewer. Some
 * need no AR model, so their reprocessing makes nothing new. `ids` may be those of uploads or works.
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

/** Images that are ready and still have their original. With `missing`, only images without any stored variant. */
export async function imagesToReprocess(db: Db, { ids, missing, after, limit }: Wanted): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select i.id from images i
    where status = 'ready' and original_file_id is not null and i.id > ${after}::uuid
      and (${ids ?? null}::uuid[] is null or i.id = any(${ids ?? null}::uuid[]))
      and (not ${missing} or not exists (select from image_variants v join files f on f.id = v.file_id
        where v.image_id = i.id and f.state = 'stored'))
    order by i.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
