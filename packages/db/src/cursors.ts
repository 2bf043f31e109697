import { invalidInput } from '@toile/contracts/errors'

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** Expects up to `limit` + 1 rows and drops the extra one. If it exists, the cursor holds the last kept row's key. */
export function pageOf<T>(rows: T[], limit: number, keyOf: (row: T) => (string | number)[]): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, nextCursor: more ? Buffer.from(keyOf(last).join('|')).toString('base64url') : null }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function idCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const [id, rest] = parts(cursor)
  if (!id || !UUID.test(id) || rest !== undefined) throw invalidInput({ cursor: [{ code: 'FIELD_INVALID' }] })
  return id
}

export function timeCursor(cursor: string | undefined): { at: Date; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [ms, id] = parts(cursor)
  if (!ms || !id || !/^\d{1,15}$/.test(ms) || !UUID.test(id))
    throw invalidInput({ cursor: [{ code: 'FIELD_INVALID' }] })
  return { at: new Date(Number(ms)), id }
}

export function numberCursor(cursor: string | undefined): { value: number; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [value, id] = parts(cursor)
  if (!value || !id || !/^-?\d{1,21}(\.\d{1,25})?(e[+-]\d{1,3})?$/.test(value) || !UUID.test(id))
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
