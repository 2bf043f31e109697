import { sql } from 'kysely'
import type { Db } from './client.js'
import type { ExportQuery } from './backstage/table-exports.js'
import { allRows, type FileCell, type FileReader, type TableSql } from './table.js'

const PAGE = 1_000

export type Cell = string | number | null

/**
 * Yields all filtered rows from one snapshot, 1,000 at a time. The generator holds a connection until it ends.
 * @param columns keys of the table's `file`
 */
export async function* readPages(
  db: Db,
  table: TableSql<never>,
  query: ExportQuery,
  columns: readonly string[],
  reader: FileReader,
): AsyncGenerator<Cell[][]> {
  const wanted = columns.flatMap((column) => table.file[column] ?? [])
  const read = sql.join(wanted.map((cell, at) => sql`${readOf(cell)} as ${sql.ref(`c${at}`)}`))
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await sql`declare pages no scroll cursor for
      select ${read} from (${allRows(table, { ...query, ...reader } as never)}) as listed`.execute(trx)
    for (;;) {
      const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(PAGE)} from pages`.execute(trx)
      if (rows.length > 0) yield rows.map((row) => wanted.map((cell, at) => cellOf(cell, row[`c${at}`], reader)))
      if (rows.length < PAGE) return
    }
  } finally {
    await trx.rollback().execute()
  }
}

function readOf(cell: FileCell) {
  if (typeof cell === 'function') return sql`to_jsonb(listed)`
  return typeof cell === 'string' ? sql.ref(`listed.${cell}`) : cell
}

function cellOf(cell: FileCell, value: unknown, reader: FileReader): Cell {
  if (typeof cell === 'function') return cell(value as never, reader)
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'boolean' ? `${value}` : JSON.stringify(value)
}
