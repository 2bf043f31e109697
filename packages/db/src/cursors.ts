import { sql, type SelectQueryBuilder } from 'kysely'
import { invalidInput } from '@toile/contracts/errors'
import { isId } from '@toile/contracts/ids'

export interface PageQuery {
  limit: number
  cursor?: string | undefined
}

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** Expects up to `limit` + 1 rows. An extra row is dropped, and then the last kept row's key is the cursor. */
export function pageOf<T>(rows: T[], limit: number, keyOf: (row: T) => (string | number)[]): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, nextCursor: more ? Buffer.from(keyOf(last).join('|')).toString('base64url') : null }
}

/** Reads a page of a query that has no order yet. Sorts by the columns `at` (a time) and `id`, latest first. */
export async function pageByTime<DB, TB extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { at, id, timeOf }: { at: string; id: string; timeOf: (row: Row) => Date },
  { limit, cursor }: PageQuery,
): Promise<Page<Row>> {
  const before = timeCursor(cursor)
  const [time, key] = [sql.ref(at), sql.ref(id)]
  const rest = before ? query.where(sql<boolean>`(${time}, ${key}) < (${before.at}, ${before.id}::uuid)`) : query
  const rows = await rest
    .orderBy(time, 'desc')
    .orderBy(key, 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows as Row[], limit, (row) => [timeOf(row).getTime(), row.id])
}

/** Reads a page of a query that has no order yet. Sorts by the column `id`, latest first. */
export async function pageById<DB, TB extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, Row>,
  id: string,
  { limit, cursor }: PageQuery,
): Promise<Page<Row>> {
  const before = idCursor(cursor)
  const key = sql.ref(id)
  const rest = before ? query.where(sql<boolean>`${key} < ${before}`) : query
  const rows = await rest
    .orderBy(key, 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows as Row[], limit, (row) => [row.id])
}

export function idCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const [id, rest] = parts(cursor)
  if (!id || !isId(id) || rest !== undefined) throw invalidInput({ cursor: [{ code: 'FIELD_INVALID' }] })
  return id
}

export function timeCursor(cursor: string | undefined): { at: Date; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [ms, id] = parts(cursor)
  if (!ms || !id || !/^\d{1,15}$/.test(ms) || !isId(id)) throw invalidInput({ cursor: [{ code: 'FIELD_INVALID' }] })
  return { at: new Date(Number(ms)), id }
}

export function numberCursor(cursor: string | undefined): { value: number; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [value, id] = parts(cursor)
  if (!value || !id || !/^-?\d{1,21}(\.\d{1,25})?(e[+-]\d{1,3})?$/.test(value) || !isId(id))
    throw invalidInput({ cursor: [{ code: 'FIELD_INVALID' }] })
  return { value: Number(value), id }
}

const parts = (cursor: string) => Buffer.from(cursor, 'base64url').toString('utf8').split('|')

/** Parses a cursor of an integer and a key. A key cannot contain the separator `|`, so it is not escaped. */
export function placeCursor(cursor: string | undefined): { value: number; key: string } | undefined {
  if (cursor === undefined) return undefined
  const [value, key] = parts(cursor)
  if (!value || !key || !/^\d{1,17}$/.test(value) || !/^[\w:.+ -]{1,128}$/.test(key))
    throw invalidInput({ cursor: [{ code: 'FIELD_INVALID' }] })
  return { value: Number(value), key }
}
