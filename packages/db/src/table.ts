import { sql, type RawBuilder } from 'kysely'
import type { Order } from '@toile/contracts/backstage/tables.constants'
import type { Db } from './client.js'

type Sql = RawBuilder<unknown>

/** A table of the back office, declared once: its list, its count and its export are all made of this. */
export interface Table<Filter> {
  /** What a row consists of, as after `select`. */
  columns: Sql
  /** The tables with their joins, as after `from`. */
  from: Sql
  /** What tells rows apart; it ends every order, so that no row stands on two pages. */
  id: Sql
  /** What rows can be ordered by, by the name that the address uses. */
  sorts: Readonly<Record<string, Sql>>
  /** The order where none is asked for. */
  first: { sort: string; order: Order }
  /** The conditions of a filter; all of them hold. */
  where?: (filter: Filter) => Sql[]
}

export interface TablePage {
  page?: number
  pageSize?: number
  sort?: string
  order?: Order
}

const PAGE_SIZE = 24

/** One page of a table (24 rows where nothing is said), and the number of all rows that the filter leaves. */
export async function readTable<Row, Filter>(
  db: Db,
  table: Table<Filter>,
  query: TablePage & Filter,
): Promise<{ items: Row[]; total: number }> {
  const { page = 1, pageSize = PAGE_SIZE } = query
  const items = await sql<Row>`${allRows(table, query)} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const total = await sql<{ count: number }>`select count(*)::int as count from ${table.from}
    where ${conditionOf(table, query)}`.execute(db)
  return { items: items.rows, total: total.rows[0]!.count }
}

/** All rows that the filter leaves, in their order, as a statement. */
export function allRows<Filter>(table: Table<Filter>, query: TablePage & Filter): Sql {
  return sql`select ${table.columns} from ${table.from} where ${conditionOf(table, query)}
    order by ${orderOf(table, query)}`
}

/** One row of a table by its id. */
export async function findRow<Row>(db: Db, table: Table<never>, id: string): Promise<Row | undefined> {
  const found = await sql<Row>`select ${table.columns} from ${table.from} where ${table.id} = ${id}`.execute(db)
  return found.rows[0]
}

function conditionOf<Filter>(table: Table<Filter>, filter: Filter): Sql {
  return sql.join([sql`true`, ...(table.where?.(filter) ?? [])], sql` and `)
}

function orderOf(table: Table<never>, { sort, order }: TablePage): Sql {
  const by = (sort && table.sorts[sort]) ?? table.sorts[table.first.sort]!
  const direction = (order ?? (sort ? 'asc' : table.first.order)) === 'asc' ? sql`asc` : sql`desc`
  // What is not there comes last either way.
  return sql`${by} ${direction} nulls last, ${table.id} ${direction}`
}

/** The words stand somewhere in these columns, whatever their case. No pattern: `%` is a sign like any other. */
export function contains(words: string, ...columns: Sql[]): Sql {
  return sql`position(lower(${words.trim()}) in lower(concat_ws(' ', ${sql.join(columns)}))) > 0`
}
