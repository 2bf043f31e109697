import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { MAX_BYTES_PER_USER, unverifiedNetwork } from '@toile/contracts/uploads/uploads.constants'
import type { Db } from '../client.js'
import type { FileKind } from '../schema/files.js'
import { assertTenantRoomFor } from '../tenants/tenant-quotas.js'

export interface NewFile {
  id: string
  ownerId: string
  kind: FileKind
  key: string
  contentType: string
  bytes: number
  sha256: string | null
  state: 'pending' | 'stored'
  networkHash?: Buffer | undefined
}

export interface UnverifiedQuota {
  maxBytes: number
  maxUnfinishedUploads: number
  /** Limit for all unconfirmed users of one network together, within `unverifiedNetwork.hours`. */
  maxBytesPerNetwork: number
  /** Keyed hash of the network. The network itself is not stored. */
  networkHash: Buffer
}

/**
 * Checks the storage quota and returns columns for the file's row. Call it just before the insert, in the same
 * transaction. It locks the user until the commit, so that concurrent uploads cannot both take the last space.
 * @param unverified limits for users without a confirmed email; omit them to refuse such users
 * @throws ToileError STORAGE_QUOTA, UNVERIFIED_LIMIT, UNVERIFIED_NETWORK_LIMIT, EMAIL_UNVERIFIED, TENANT_STORAGE_FULL,
 * TENANT_SUSPENDED
 */
export async function assertRoomFor(
  trx: Db,
  ownerId: string,
  bytes: number,
  unverified?: UnverifiedQuota,
): Promise<Pick<NewFile, 'networkHash'>> {
  if (await assertTenantRoomFor(trx, ownerId, bytes)) return {}
  const used = await sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::bigint as bytes
    from files where owner_id = ${ownerId} and state <> 'deleted'`.execute(trx)
  const bytesThen = used.rows[0]!.bytes + bytes
  if (bytesThen > MAX_BYTES_PER_USER)
    throw new ToileError('STORAGE_QUOTA', { params: { limitGigabytes: MAX_BYTES_PER_USER / 1024 ** 3 } })
  if (await isVerified(trx, ownerId)) return {}
  if (!unverified) throw new ToileError('EMAIL_UNVERIFIED')
  if (bytesThen > unverified.maxBytes) throw unverifiedLimit(unverified)
  await assertRoomOnNetwork(trx, bytes, unverified)
  return { networkHash: unverified.networkHash }
}

/** Does not count removed files or files of confirmed users. @throws ToileError UNVERIFIED_NETWORK_LIMIT */
async function assertRoomOnNetwork(
  trx: Db,
  bytes: number,
  { networkHash, maxBytesPerNetwork }: UnverifiedQuota,
): Promise<void> {
  const network = networkHash.toString('hex')
  await sql`select pg_advisory_xact_lock(hashtextextended('network:' || ${network}, 0))`.execute(trx)
  const day = sql`make_interval(hours => ${unverifiedNetwork.hours})`
  const found = await sql<{ bytes: number; seconds: number }>`select coalesce(sum(bytes), 0)::bigint as bytes,
      ceil(extract(epoch from coalesce(min(files.created_at), now()) + ${day} - now()))::int as seconds
    from files join users on users.id = owner_id and email_verified_at is null
    where network_hash = ${networkHash} and state <> 'deleted' and files.created_at > now() - ${day}`.execute(trx)
  const { bytes: used, seconds } = found.rows[0]!
  if (used + bytes > maxBytesPerNetwork)
    throw new ToileError('UNVERIFIED_NETWORK_LIMIT', {
      params: { limitMegabytes: maxBytesPerNetwork / 1024 ** 2, seconds },
      retryAfterSeconds: seconds,
    })
}

export async function isVerified(db: Db, userId: string): Promise<boolean> {
  const person = db.selectFrom('users').select('email_verified_at').where('id', '=', userId)
  return Boolean((await person.executeTakeFirst())?.email_verified_at)
}

export const unverifiedLimit = ({ maxBytes, maxUnfinishedUploads }: UnverifiedQuota) =>
  new ToileError('UNVERIFIED_LIMIT', {
    params: { limitMegabytes: maxBytes / 1024 ** 2, limit: maxUnfinishedUploads },
  })

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
      network_hash: file.networkHash ?? null,
    })
    .execute()
}

export function findStoredFile(db: Db, id: string) {
  return db
    .selectFrom('files')
    .select(['id', 'kind', 'key', 'content_type as contentType', 'bytes', 'sha256', 'public'])
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .executeTakeFirst()
}

/** The owner's password hash, or '' without a password. A link signed with it ends when the password changes. */
export async function passwordStateOf(db: Db, fileId: string): Promise<string> {
  const found = await sql<{ hash: string | null }>`select password_hash as hash
    from files join users on users.id = owner_id where files.id = ${fileId}`.execute(db)
  return found.rows[0]?.hash ?? ''
}

/** A file whose row is inserted before its bytes, so that bytes that a killed process left can be found and removed. */
export interface AnnouncedFile {
  id: string
  bytes: number
  sha256: string
}

export async function storeFile(db: Db, id: string, { bytes, sha256 }: Omit<AnnouncedFile, 'id'>) {
  await db
    .updateTable('files')
    .set({ state: 'stored', bytes, sha256 })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** Marks files that got no bytes in a day as deleted, except uploads' originals. Clears expired network hashes. */
export async function abandonFiles(db: Db): Promise<void> {
  await sql`update files set state = 'deleted' where state = 'pending' and created_at < now() - interval '1 day'
    and not exists (select from uploads where original_file_id = files.id)`.execute(db)
  await sql`update files set network_hash = null
    where network_hash is not null and created_at < now() - make_interval(hours => ${unverifiedNetwork.hours})`.execute(
    db,
  )
}

export async function abandonFile(db: Db, id: string): Promise<void> {
  await db.updateTable('files').set({ state: 'deleted' }).where('id', '=', id).where('state', '=', 'pending').execute()
}

export function filesToPurge(db: Db, limit: number) {
  return db
    .selectFrom('files')
    .select(['id', 'key'])
    .where('state', '=', 'deleted')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Condition on `files`: a row of another table references the file. */
export const isPointedAt = sql`(
  exists (select from uploads where files.id in (original_file_id, model_file_id, preview_file_id, ar_file_id))
  or exists (select from images where original_file_id = files.id)
  or exists (select from image_variants where file_id = files.id)
  or exists (select from video_renditions where file_id = files.id)
  or exists (select from videos where storyboard_file_id = files.id)
  or exists (select from captions where file_id = files.id)
  or exists (select from packages where file_id = files.id)
  or exists (select from table_exports where file_id = files.id)
  or exists (select from render_pieces where file_id = files.id)
  or exists (select from render_previews where file_id = files.id)
  or exists (select from render_outputs where file_id = files.id)
  or exists (select from work_versions where files.id in (original_file_id, model_file_id))
  or exists (select from work_versions where picture_file_ids @> array[files.id]))`

/** Deletes the row of a purged file, unless something still references it. */
export async function forgetFile(db: Db, id: string): Promise<void> {
  await sql`delete from files where id = ${id} and state = 'deleted' and not ${isPointedAt}`.execute(db)
}

export async function knownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const found = await db.selectFrom('files').select('key').where('key', 'in', keys).execute()
  return new Set(found.map(({ key }) => key))
}
