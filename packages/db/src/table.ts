import { sql, type RawBuilder } from 'kysely'
import type { backstageLists } from '@toile/contracts/backstage/backstage-tables'
import type { backstageColumns, BackstageTableName } from '@toile/contracts/backstage/backstage-tables.constants'
import type { FileColumn, Order, SortColumn } from '@toile/contracts/backstage/tables.constants'
import type { Language } from '@toile/contracts/languages.constants'
import type { Query } from '@toile/contracts/route'
import type { Db } from './client.js'

type Sql = RawBuilder<unknown>

/** The user who reads an exported file; its texts are in the user's language. */
export interface FileReader {
  userId: string
  language: Language
}
/** A file's cell: a column of `select`, an expression on the selected rows (`listed`), or a function of a row. */
export type FileCell = string | Sql | ((row: never, reader: FileReader) => string)

/** A backstage table; its list, count and file use the same definition. */
export interface TableSql<Filter> {
  select: Sql
  from: Sql
  /** A unique key. It is the last sort key of every order, so that no row appears on two pages. */
  id: Sql
  /** Sortable columns and file cells, by their names in the contract. */
  sort: Readonly<Record<string, Sql>>
  file: Readonly<Record<string, FileCell>>
  first: { sort: string; order: Order }
  where?: (filter: Filter) => Sql[]
}

/** The query of the table's list call. For an exported file, it also has the user who reads the file. */
export type TableFilter<T extends BackstageTableName> = Query<(typeof backstageLists)[T]> & Partial<FileReader>

/** A table without one of its contract's columns in `sort` or `file` does not compile. */
export interface Table<T extends BackstageTableName> extends TableSql<TableFilter<T>> {
  sort: Readonly<Record<SortColumn<(typeof backstageColumns)[T]>, Sql>>
  file: Readonly<Record<FileColumn<(typeof backstageColumns)[T]>, FileCell>>
  first: { sort: SortColumn<(typeof backstageColumns)[T]>; order: Order }
}

export interface TablePage {
  page?: number
  pageSize?: number
  sort?: string
  order?: Order
}

/** A response type with Dates in place of its time strings. */
export type WithDates<Response, Moment extends keyof Response> = Omit<Response, Moment> & {
  [M in Moment]: null extends Response[M] ? Date | null : Date
}

const PAGE_SIZE = 24

/** A page of a table (24 rows by default) and the number of all filtered rows. */
export async function readTable<Row, Filter>(
  db: Db,
  table: TableSql<Filter>,
  query: TablePage & Filter,
): Promise<{ items: Row[]; total: number }> {
  const { page = 1, pageSize = PAGE_SIZE } = query
  const items = await sql<Row>`${allRows(table, query)} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const total = await sql<{ count: number }>`select count(*)::int as count from ${table.from}
    where ${conditionOf(table, query)}`.execute(db)
  return { items: items.rows, total: total.rows[0]!.count }
}

export function allRows<Filter>(table: TableSql<Filter>, query: TablePage & Filter): Sql {
  return sql`select ${table.select} from ${table.from} where ${conditionOf(table, query)}
    order by ${orderOf(table, query)}`
}

export async function findRow<Row>(db: Db, table: TableSql<never>, id: string): Promise<Row | undefined> {
  const found = await sql<Row>`select ${table.select} from ${table.from} where ${table.id} = ${id}`.execute(db)
  return found.rows[0]
}

function conditionOf<Filter>(table: TableSql<Filter>, filter: Filter): Sql {
  return sql.join([sql`true`, ...(table.where?.(filter) ?? [])], sql` and `)
}

function orderOf(table: TableSql<never>, { sort, order }: TablePage): Sql {
  const by = (sort && table.sort[sort]) ?? table.sort[table.first.sort]!
  const direction = (order ?? (sort ? 'asc' : table.first.order)) === 'asc' ? sql`asc` : sql`desc`
  return sql`${by} ${direction} nulls last, ${table.id} ${direction}`
}

/** Matches the trimmed text in the columns joined with spaces, ignoring case. `%` is an ordinary character. */
export function contains(words: string, ...columns: Sql[]): Sql {
  return sql`position(lower(${words.trim()}) in lower(concat_ws(' ', ${sql.join(columns)}))) > 0`
}

const nameOf = (nickname: Sql, name: Sql) => sql`coalesce(nullif(${nickname}, ''), ${name})`
/** File cell: the displayed name of a row with `nickname` and `name`. */
export const shownName = nameOf(sql`listed.nickname`, sql`listed.name`)
/** File cell: the displayed name of the user in a personOf() column. */
export const shownNameIn = (column: string) => {
  const person = sql.ref(`listed.${column}`)
  return nameOf(sql`${person} ->> 'nickname'`, sql`${person} ->> 'name'`)
}
/** The joined user, with the fields that operators see. Null if the join found no user. `users` is its alias. */
export const personOf = (users: string) => {
  const column = (name: string) => sql.ref(`${users}.${name}`)
  return sql`case when ${column('id')} is not null then jsonb_build_object('id', ${column('id')},
    'name', ${column('username')}::text, 'nickname', ${column('nickname')}) end`
}
export const isSet = (column: string) => sql`${sql.ref(`listed.${column}`)} is not null`
