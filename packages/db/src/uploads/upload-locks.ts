import { sql } from 'kysely'
import type { Db } from '../client.js'
import { isBanned } from '../users/ban-state.js'

// A lease that lets only one connection, among those of all API processes, write to an upload. It is in Postgres,
// because a Redis that lost its data would grant the lease again. The lock that tus provides is not used, because it is
// in the memory of one process: two processes that each held such a lock mixed their bytes in one upload.

/** Tries to take the lease for `seconds`. If another connection holds it, marks it as wanted and returns false. */
export async function takeUploadLock(db: Db, uploadId: string, token: string, seconds: number): Promise<boolean> {
  const held = await sql<{ mine: boolean }>`
    insert into upload_locks as l (upload_id, token, held_until)
    values (${uploadId}, ${token}, now() + make_interval(secs => ${seconds}))
    on conflict (upload_id) do update set
      token = case when l.held_until < now() then excluded.token else l.token end,
      held_until = case when l.held_until < now() then excluded.held_until else l.held_until end,
      wanted = l.held_until >= now()
    returning token = ${token} as mine`.execute(db)
  return held.rows[0]?.mine ?? false
}

/**
 * If the lease is `lost` (taken over, or the owner is banned), the caller must stop writing at once. If the lease is
 * `wanted` (another connection waits), the caller must finish and release it.
 */
export async function renewUploadLock(
  db: Db,
  uploadId: string,
  token: string,
  seconds: number,
): Promise<'held' | 'wanted' | 'lost'> {
  const renewed = await sql<{ wanted: boolean }>`
    update upload_locks set held_until = now() + make_interval(secs => ${seconds})
    where upload_id = ${uploadId} and token = ${token}
      and not exists (select from uploads join users on users.id = owner_id where uploads.id = ${uploadId} and ${isBanned})
    returning wanted`.execute(db)
  const row = renewed.rows[0]
  return row ? (row.wanted ? 'wanted' : 'held') : 'lost'
}

export async function releaseUploadLock(db: Db, uploadId: string, token: string): Promise<void> {
  await sql`delete from upload_locks where upload_id = ${uploadId} and token = ${token}`.execute(db)
}

export async function deleteStaleUploadLocks(db: Db): Promise<void> {
  await sql`delete from upload_locks where held_until < now() - interval '1 hour'`.execute(db)
}
