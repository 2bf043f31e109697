import { sql, type RawBuilder } from 'kysely'
import type { BackstageCode, CodeBatch } from '@toile/contracts/software/codes'
import type { CodeStatus } from '@toile/contracts/software/codes.constants'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { contains, findRow, type Table, type WithDates } from '../table.js'
import { recordAudit } from '../audit/audit.js'
import { notify } from '../notifications/notifications.js'

export type BatchRow = WithDates<CodeBatch, 'createdAt'>
export type BackstageCodeRow = WithDates<BackstageCode, 'receivedAt' | 'usedAt' | 'voidedAt' | 'createdAt'>

export interface NewBatch {
  days: number
  note: string
  createdBy: string
  codes: readonly { hash: Buffer; hint: string }[]
}

export function insertBatch(db: Db, batch: NewBatch): Promise<{ id: string; codeIds: string[] }> {
  const id = newId()
  const codeIds = batch.codes.map(() => newId())
  const count = batch.codes.length
  return inTransaction(db, async (trx) => {
    await trx
      .insertInto('code_batches')
      .values({ id, days: batch.days, count, note: batch.note, created_by: batch.createdBy })
      .execute()
    const hashes = batch.codes.map(({ hash }) => hash.toString('hex'))
    const hints = batch.codes.map(({ hint }) => hint)
    await sql`insert into s_codes (id, batch_id, days, hash, hint)
      select code.id, ${id}, ${batch.days}, decode(code.hash, 'hex'), code.hint
      from unnest(${codeIds}::uuid[], ${hashes}::text[], ${hints}::text[]) as code (id, hash, hint)`.execute(trx)
    await recordAudit(trx, {
      actorId: batch.createdBy,
      action: 'codes.made',
      subjectKind: 'code_batch',
      subjectId: id,
      params: { days: batch.days, count },
      after: { days: batch.days, count, note: batch.note },
    })
    return { id, codeIds }
  })
}

const name = (table: 'h' | 'u' | 'm') =>
  sql`coalesce(nullif(${sql.table(table)}.nickname, ''), ${sql.table(table)}.username::text)`

const person = (table: 'h' | 'u' | 'm') =>
  sql`case when ${sql.table(table)}.id is not null
    then jsonb_build_object('id', ${sql.table(table)}.id, 'name', ${name(table)}) end`

export const batchTable: Table<'s-code-batches'> = {
  select: sql`b.id, b.days, b.count, b.note, b.created_at as "createdAt", ${person('m')} as maker,
    (select count(*) from s_codes where batch_id = b.id and used_at is not null)::int as used,
    (select count(*) from s_codes where batch_id = b.id and voided_at is not null)::int as void`,
  from: sql`code_batches b left join users m on m.id = b.created_by`,
  id: sql`b.id`,
  sort: {
    createdAt: sql`b.created_at`,
    days: sql`b.days`,
    count: sql`b.count`,
    used: sql`(select count(*) from s_codes where batch_id = b.id and used_at is not null)`,
  },
  file: {
    note: 'note',
    days: 'days',
    count: 'count',
    used: 'used',
    void: 'void',
    left: sql`listed.count - listed.used - listed.void`,
    maker: sql`listed.maker ->> 'name'`,
    createdAt: 'createdAt',
  },
  first: { sort: 'createdAt', order: 'desc' },
  where: ({ q }) => (q ? [contains(q, sql`b.note`, sql`m.nickname`, sql`m.username`)] : []),
}

const statusIs: Record<CodeStatus, RawBuilder<unknown>> = {
  unused: sql`c.used_at is null and c.voided_at is null`,
  used: sql`c.used_at is not null`,
  void: sql`c.voided_at is not null`,
}

export const codeTable: Table<'s-codes'> = {
  select: sql`c.id, c.batch_id as "batchId", b.note, c.hint, c.days, ${person('h')} as receiver,
    c.received_at as "receivedAt", ${person('u')} as "usedBy", c.used_at as "usedAt", c.voided_at as "voidedAt",
    c.created_at as "createdAt",
    case when ${statusIs.void} then 'void' when ${statusIs.used} then 'used' else 'unused' end as status`,
  from: sql`s_codes c join code_batches b on b.id = c.batch_id
    left join users h on h.id = c.holder_id left join users u on u.id = c.used_by`,
  id: sql`c.id`,
  sort: {
    createdAt: sql`c.created_at`,
    days: sql`c.days`,
    receivedAt: sql`c.received_at`,
    usedAt: sql`c.used_at`,
  },
  file: {
    code: 'hint',
    status: 'status',
    days: 'days',
    note: 'note',
    receiver: sql`listed.receiver ->> 'name'`,
    receivedAt: 'receivedAt',
    usedBy: sql`listed."usedBy" ->> 'name'`,
    usedAt: 'usedAt',
    voidedAt: 'voidedAt',
    createdAt: 'createdAt',
  },
  first: { sort: 'createdAt', order: 'desc' },
  where: ({ batchId, status, given, q }) => [
    ...(batchId ? [sql`c.batch_id = ${batchId}`] : []),
    ...(status ? [statusIs[status]] : []),
    ...(given === undefined ? [] : [sql`(c.holder_id is not null) = ${given}`]),
    ...(q
      ? [contains(q, sql`c.hint`, sql`b.note`, sql`h.nickname`, sql`h.username`, sql`u.nickname`, sql`u.username`)]
      : []),
  ],
}

export const findBatch = (db: Db, id: string) => findRow<BatchRow>(db, batchTable, id)
export const findBackstageCode = (db: Db, id: string) => findRow<BackstageCodeRow>(db, codeTable, id)

export async function codesOfBatch(db: Db, batchId: string): Promise<string[]> {
  const found = await db.selectFrom('s_codes').select('id').where('batch_id', '=', batchId).execute()
  return found.map(({ id }) => id)
}

/** @throws ToileError NOT_FOUND, STATE_CONFLICT for a used, voided or assigned code */
export function giveCode(
  db: Db,
  { id, userId, actorId }: { id: string; userId: string; actorId: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const found = await sql<{ name: string }>`select ${name('u')} as name from users u
      where id = ${userId} and deleted_at is null and email is not null for key share`.execute(trx)
    const [person] = found.rows
    if (!person || !(await findBackstageCode(trx, id))) throw new ToileError('NOT_FOUND')
    const moved = await sql<{ days: number }>`with moved as (
        update s_codes set holder_id = ${userId}, received_at = date_trunc('milliseconds', now()), version = version + 1
        where id = ${id} and holder_id is null and used_at is null and voided_at is null
        returning id, 1 as attempt, version, days),
      ${eventOfMoved('code.given')}
      select days from moved`.execute(trx)
    const days = moved.rows[0]?.days
    if (days === undefined) throw new ToileError('STATE_CONFLICT')
    await notify(trx, { userId, kind: 's_code', key: `s_code:${id}`, params: { days } })
    await recordAudit(trx, {
      ...actionOn(id),
      actorId,
      action: 'code.given',
      params: { userId },
      before: { holder: '' },
      after: { holder: person.name },
    })
  })
}

const actionOn = (id: string) => ({ subjectKind: 's_code', subjectId: id })

/** @throws ToileError NOT_FOUND, STATE_CONFLICT for a used or voided code */
export function voidCode(
  db: Db,
  { id, actorId, reason }: { id: string; actorId: string; reason: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (!(await findBackstageCode(trx, id))) throw new ToileError('NOT_FOUND')
    const moved = await sql`with moved as (
        update s_codes set voided_at = now(), version = version + 1
        where id = ${id} and used_at is null and voided_at is null returning id, 1 as attempt, version),
      ${eventOfMoved('code.voided')}
      select id from moved`.execute(trx)
    if (moved.rows.length === 0) throw new ToileError('STATE_CONFLICT')
    const change = { before: { status: 'unused' }, after: { status: 'void' } }
    await recordAudit(trx, { ...actionOn(id), ...change, actorId, reason, action: 'code.voided' })
  })
}
