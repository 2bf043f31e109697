import { sql, type InferResult } from 'kysely'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Platform } from '@toile/contracts/software/software.constants'
import { changesOf } from '../field-changes.js'
import { inTransaction, type Db } from '../client.js'
import { pageById, type Page, type PageQuery } from '../cursors.js'
import { contains, type Table } from '../table.js'
import { recordAudit } from '../audit/audit.js'

const selectPackages = (db: Db) =>
  db
    .selectFrom('packages')
    .innerJoin('files', 'files.id', 'packages.file_id')
    .select([
      'packages.id',
      'name',
      'platform',
      'version',
      'notes',
      'filename',
      'file_id as fileId',
      'bytes',
      'needs_code as needsCode',
      'withdrawn_at as withdrawnAt',
      'packages.created_at as createdAt',
      sql<string>`coalesce(sha256, '')`.as('sha256'),
    ])

export type PackageRow = InferResult<ReturnType<typeof selectPackages>>[number]

export function listPackages(db: Db, page: PageQuery): Promise<Page<PackageRow>> {
  return pageById(selectPackages(db).where('withdrawn_at', 'is', null), 'packages.id', page)
}

export const packagesTable: Table<'packages'> = {
  select: sql`packages.id, name, platform, packages.version, notes, filename, file_id as "fileId", bytes,
    needs_code as "needsCode", withdrawn_at as "withdrawnAt", packages.created_at as "createdAt",
    coalesce(sha256, '') as sha256`,
  from: sql`packages join files on files.id = packages.file_id`,
  id: sql`packages.id`,
  sort: {
    name: sql`lower(name)`,
    platform: sql`platform`,
    // Version order: 2.10 comes after 2.9.
    version: sql`string_to_array(rtrim(regexp_replace(packages.version, '[^0-9.].*$', ''), '.'), '.')::numeric[]`,
    bytes: sql`bytes`,
    createdAt: sql`packages.created_at`,
  },
  file: {
    name: 'name',
    platform: 'platform',
    version: 'version',
    needsCode: 'needsCode',
    bytes: 'bytes',
    state: 'withdrawnAt',
    createdAt: 'createdAt',
  },
  first: { sort: 'createdAt', order: 'desc' },
  where: ({ q, platform, state }) => [
    ...(q ? [contains(q, sql`name`, sql`packages.version`, sql`notes`, sql`filename`)] : []),
    ...(platform ? [sql`platform = ${platform}`] : []),
    ...(state ? [state === 'published' ? sql`withdrawn_at is null` : sql`withdrawn_at is not null`] : []),
  ],
}

export async function findPackages(db: Db, ids: string[]): Promise<PackageRow[]> {
  return ids.length ? selectPackages(db).where('packages.id', 'in', ids).execute() : []
}

export function findPackage(db: Db, id: string) {
  return selectPackages(db).where('packages.id', '=', id).executeTakeFirst()
}

export interface NewPackage {
  name: string
  platform: Platform
  version: string
  notes: string
  needsCode: boolean
  fileId: string
  filename: string
}

/** Returns the id. @throws ToileError INVALID_INPUT if this name, version and platform are published already */
export function insertPackage(db: Db, made: NewPackage, actorId: string): Promise<string> {
  const id = newId()
  return inTransaction(db, async (trx) => {
    const inserted = await trx
      .insertInto('packages')
      .values({
        id,
        name: made.name,
        platform: made.platform,
        version: made.version,
        notes: made.notes,
        needs_code: made.needsCode,
        file_id: made.fileId,
        filename: made.filename,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw invalidInput({ version: [{ code: 'FIELD_TAKEN' }] })
    const params = { name: made.name, platform: made.platform, version: made.version }
    const after = { notes: made.notes, needsCode: String(made.needsCode), filename: made.filename }
    await recordAudit(trx, {
      actorId,
      action: 'package.published',
      subjectKind: 'package',
      subjectId: id,
      params,
      after,
    })
    return id
  })
}

export interface PackageChanges {
  notes?: string | undefined
  needsCode?: boolean | undefined
  withdrawn?: boolean | undefined
  reason?: string | undefined
}

/** @throws ToileError NOT_FOUND, STATE_CONFLICT for republishing a version that another package has published */
export function updatePackage(db: Db, id: string, changes: PackageChanges, actorId: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const before = await trx
      .selectFrom('packages')
      .select(['name', 'platform', 'version', 'notes', 'needs_code', 'withdrawn_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw new ToileError('NOT_FOUND')
    const { notes, needsCode, withdrawn, reason } = changes
    const isMoved = withdrawn !== undefined && withdrawn !== (before.withdrawn_at !== null)
    const updated = await sql`update packages set notes = coalesce(${notes ?? null}, notes),
        needs_code = coalesce(${needsCode ?? null}, needs_code)
        ${isMoved ? sql`, withdrawn_at = ${withdrawn ? sql`now()` : null}` : sql``}
      where id = ${id} and (${!isMoved || withdrawn} or not exists (select from packages p where p.name = ${before.name}
        and p.platform = ${before.platform} and p.version = ${before.version} and p.withdrawn_at is null))
      returning id`.execute(trx)
    if (updated.rows.length === 0) throw new ToileError('STATE_CONFLICT')
    const action = isMoved ? (withdrawn ? 'package.withdrawn' : 'package.published') : 'package.changed'
    const params = { name: before.name, platform: before.platform, version: before.version }
    const was = { notes: before.notes, needsCode: before.needs_code, withdrawn: before.withdrawn_at !== null }
    const given = Object.entries({ notes, needsCode, withdrawn }).filter(([, value]) => value !== undefined)
    const entry = { action, subjectKind: 'package', subjectId: id, params } as const
    await recordAudit(trx, { actorId, ...entry, ...changesOf(was, { ...was, ...Object.fromEntries(given) }), reason })
  })
}
