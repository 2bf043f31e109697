import { sql, type RawBuilder } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import {
  EXPORT_LINK_SECONDS,
  EXPORTS_PER_HOUR,
  MAX_EXPORT_ATTEMPTS,
} from '@toile/contracts/backstage/table-exports.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { recordAudit } from '../audit/audit.js'
import { storeFile, type AnnouncedFile } from '../files/files.js'

// Exports of backstage tables. A worker writes each requested export to a file. The file can be downloaded for five
// minutes and is then deleted.

export type ExportQuery = Record<string, string | number | boolean>

export interface NewExport {
  id: string
  ownerId: string
  table: string
  query: ExportQuery
  columns: readonly string[]
}

/** The filter as text for the audit log, for example `status=unused&q=silk`. */
const filterText = (query: ExportQuery) =>
  new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString().slice(0, 2_000)

const actionOf = (id: string, ownerId: string, table: string, query: ExportQuery) => ({
  actorId: ownerId,
  subjectKind: 'export',
  subjectId: id,
  params: { table, filter: filterText(query) },
})

/** Requests an export. Its event starts the worker. @throws ToileError RATE_LIMITED for a fourth request in an hour */
export function requestExport(db: Db, { id, ownerId, table, query, columns }: NewExport): Promise<void> {
  return inTransaction(db, async (trx) => {
    // Serializes a user's requests, so that concurrent ones cannot exceed `EXPORTS_PER_HOUR`.
    await sql`select id from users where id = ${ownerId} for no key update`.execute(trx)
    const { rows } = await sql<{ count: number; seconds: number }>`
      select count(*)::int as count, ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as seconds
      from table_exports where owner_id = ${ownerId} and created_at > now() - interval '1 hour'`.execute(trx)
    const { count, seconds } = rows[0]!
    if (count >= EXPORTS_PER_HOUR)
      throw new ToileError('RATE_LIMITED', { params: { seconds }, retryAfterSeconds: seconds })
    await sql`with moved as (
        insert into table_exports (id, owner_id, table_name, query, columns)
        values (${id}, ${ownerId}, ${table}, ${JSON.stringify(query)}::jsonb, ${columns}::text[])
        returning id, attempt, 0 as version),
      ${eventOfMoved('export.requested')}
      select 1`.execute(trx)
    await recordAudit(trx, { ...actionOf(id, ownerId, table, query), action: 'export.requested' })
  })
}

interface Mover {
  id: string
  attempt: number
}

/** Undefined if the attempt is outdated, the export no longer waits or its owner is no longer an administrator. */
export function findWaitingExport(db: Db, { id, attempt }: Mover) {
  return db
    .selectFrom('table_exports as e')
    .innerJoin('users as u', 'u.id', 'e.owner_id')
    .select(['e.id', 'e.owner_id as ownerId', 'e.table_name as table', 'e.query', 'e.columns', 'u.language'])
    .where('e.id', '=', id)
    .where('e.attempt', '=', attempt)
    .where('e.state', '=', 'waiting')
    .where('u.group', '=', 'admin')
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}
export type WaitingExport = NonNullable<Awaited<ReturnType<typeof findWaitingExport>>>

async function change(db: Db, { id, attempt }: Mover, changes: RawBuilder<unknown>): Promise<boolean> {
  const changed = await sql`update table_exports set updated_at = now(), ${changes}
    where id = ${id} and attempt = ${attempt} and state = 'waiting'`.execute(db)
  return changed.numAffectedRows === 1n
}

/** Reports progress. Returns false if the attempt is outdated or the export is no longer waiting. */
export function noteWritten(db: Db, mover: Mover, rows: number): Promise<boolean> {
  return change(db, mover, sql`row_count = ${rows}`)
}

/** Makes the file downloadable for five minutes. Returns false if the export has a newer attempt or has ended. */
export function finishExport(
  db: Db,
  waiting: WaitingExport,
  { attempt, file, rows, cut }: { attempt: number; file: AnnouncedFile; rows: number; cut: boolean },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const ready = sql`state = 'ready', ready_at = now(), file_id = ${file.id}, row_count = ${rows}, cut = ${cut}`
    if (!(await change(trx, { id: waiting.id, attempt }, ready))) return false
    await storeFile(trx, file.id, file)
    const { params, ...action } = actionOf(waiting.id, waiting.ownerId, waiting.table, waiting.query)
    await recordAudit(trx, { ...action, action: 'export.made', params: { ...params, rows } })
    return true
  })
}

export function failExport(db: Db, mover: Mover): Promise<boolean> {
  return change(db, mover, sql`state = 'failed'`)
}

/** An export of this owner. `fileId` is null until the file is ready, and again five minutes later (database clock). */
export function findExport(db: Db, id: string, ownerId: string) {
  return db
    .selectFrom('table_exports')
    .select(['id', 'table_name as table', 'state', 'row_count as rows', 'cut'])
    .select([
      sql<
        string | null
      >`case when ready_at > now() - make_interval(secs => ${EXPORT_LINK_SECONDS}) then file_id end`.as('fileId'),
      sql<Date | null>`ready_at + make_interval(secs => ${EXPORT_LINK_SECONDS})`.as('expiresAt'),
    ])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>

export async function stuckExports(db: Db, { seconds, limit }: { seconds: number; limit: number }) {
  const found = await sql<Mover & { redrives: number }>`select id, attempt, attempt - 1 as redrives from table_exports
    where state = 'waiting' and updated_at < now() - make_interval(secs => ${seconds})
    order by updated_at limit ${limit}`.execute(db)
  return found.rows
}

/**
 * Starts another attempt, or fails the export after `MAX_EXPORT_ATTEMPTS`. Returns false if the attempt is outdated or
 * the export is no longer waiting.
 */
export async function redriveExport(db: Db, { id, attempt }: Mover): Promise<boolean> {
  if (attempt >= MAX_EXPORT_ATTEMPTS) return failExport(db, { id, attempt })
  const moved = await sql`with moved as (
      update table_exports set attempt = attempt + 1, updated_at = now()
      where id = ${id} and attempt = ${attempt} and state = 'waiting' returning id, attempt, 0 as version),
    ${eventOfMoved('export.requested')}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

/** Deletes a file five minutes after it was ready, and an export after a day. The audit log still lists the export. */
export async function endExports(db: Db): Promise<void> {
  await sql`with over as (
      select id, file_id from table_exports where file_id is not null
        and ready_at <= now() - make_interval(secs => ${EXPORT_LINK_SECONDS})),
    gone as (update files set state = 'deleted' where id in (select file_id from over))
    update table_exports set file_id = null where id in (select id from over)`.execute(db)
  await sql`delete from table_exports where created_at < now() - interval '1 day' and file_id is null`.execute(db)
}
