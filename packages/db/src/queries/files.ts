import { sql } from 'kysely'
import type { Db } from '../client.js'
import type { FileKind } from '../schema.js'

export interface NewFile {
  id: string
  ownerId: string
  kind: FileKind
  key: string
  contentType: string
  bytes: number
  sha256: string | null
  state: 'pending' | 'stored'
}

export async function insertFile(db: Db, file: NewFile): Promise<void> {
  await db
    .insertInto('files')
    .values({
      id: file.id,
      owner_id: file.ownerId,
      kind: file.kind,
      key: file.key,
      content_type: file.contentType,
      bytes: file.bytes,
      sha256: file.sha256,
      state: file.state,
    })
    .execute()
}

/** What the download route needs; only files whose bytes are there. */
export function findStoredFile(db: Db, id: string) {
  return db
    .selectFrom('files')
    .select(['id', 'kind', 'key', 'content_type', 'bytes', 'sha256', 'public'])
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .executeTakeFirst()
}

export async function markFileStored(db: Db, id: string, { bytes, sha256 }: { bytes: number; sha256: string }) {
  await db
    .updateTable('files')
    .set({ state: 'stored', bytes, sha256 })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** Files marked as deleted whose bytes are still to be removed. */
export function filesToPurge(db: Db, limit: number) {
  return db
    .selectFrom('files')
    .select(['id', 'key'])
    .where('state', '=', 'deleted')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Forgets a purged file. A row that something still points to stays until that is gone. */
export async function forgetFile(db: Db, id: string): Promise<void> {
  await sql`delete from files where id = ${id} and state = 'deleted'
    and not exists (select from uploads where original_file_id = ${id} or model_file_id = ${id})
    and not exists (select from image_variants where file_id = ${id})
    and not exists (select from work_versions where original_file_id = ${id} or model_file_id = ${id})`.execute(db)
}
