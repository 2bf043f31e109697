import { sql, type RawBuilder } from 'kysely'
import type { backstageLists } from '@toile/contracts/backstage/backstage-tables'
import type { backstageColumns, BackstageTableName } from '@toile/contracts/backstage/backstage-tables.constants'
import type { FileColumn, Order, SortColumn } from '@toile/contracts/backstage/tables.constants'
import type { Language } from '@toile/contracts/languages.constants'
import type { Query } from '@toile/contracts/route'
import type { Db } from './client.js'

type Sql = RawBuilder<unknown>

/** Who reads a file: words of ours are in their language, and what is `mine` is theirs. */
export interface FileReader {
  userId: string
  language: Language
}
/** What a file's cell shows: a column of `select`, an expression of `listed`, or a text made of the row. */
export type FileCell = string | Sql | ((row: never, reader: FileReader) => string)

/** A table of the back office: its list, its count and its file are all made of this. */
export interface TableSql<Filter> {
  /** What a row consists of, as after `select`. */
  select: Sql
  /** The tables with their joins, as after `from`. */
  from: Sql
  /** What tells rows apart; it ends every order, so that no row stands on two pages. */
  id: Sql
  /** What rows can be ordered by, and what the file's cells show, by the names of the contract. */
  sort: Readonly<Record<string, Sql>>
  file: Readonly<Record<string, FileCell>>
  /** The order where none is asked for. */
  first: { sort: string; order: Order }
  /** The conditions of a filter; all of them hold. */
  where?: (filter: Filter) => Sql[]
}

/** What this table's list is called with, and of whom. */
export type TableFilter<T extends BackstageTableName> = Query<(typeof backstageLists)[T]> & Partial<FileReader>

/** The SQL of this table: a column of the contract that has none does not compile. */
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

/** A row that is a response, but that its moments are dates. */
export type WithDates<Response, Moment extends keyof Response> = Omit<Response, Moment> & {
  [M in Moment]: null extends Response[M] ? Date | null : Date
}

const PAGE_SIZE = 24

/** One page of a table (24 rows where nothing is said), and the number of all rows that the filter leaves. */
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

/** All rows that the filter leaves, in their order, as a statement. */
export function allRows<Filter>(table: TableSql<Filter>, query: TablePage & Filter): Sql {
  return sql`select ${table.select} from ${table.from} where ${conditionOf(table, query)}
    order by ${orderOf(table, query)}`
}

/** One row of a table by its id. */
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
  // What is not there comes last either way.
  return sql`${by} ${direction} nulls last, ${table.id} ${direction}`
}

/** The words stand somewhere in these columns, whatever their case. No pattern: `%` is a sign like any other. */
export function contains(words: string, ...columns: Sql[]): Sql {
  return sql`position(lower(${words.trim()}) in lower(concat_ws(' ', ${sql.join(columns)}))) > 0`
}

/** The name that is shown of a person with these columns. */
const nameOf = (nickname: Sql, name: Sql) => sql`coalesce(nullif(${nickname}, ''), ${name})`
/** Of a file's cell: the name that is shown of a row with `nickname` and `name`. */
export const shownName = nameOf(sql`listed.nickname`, sql`listed.name`)
/** Of a file's cell: the name that is shown of the person in this column, whom `personOf` has made. */
export const shownNameIn = (column: string) => {
  const person = sql.ref(`listed.${column}`)
  return nameOf(sql`${person} ->> 'nickname'`, sql`${person} ->> 'name'`)
}
/** Somebody of `users` by this alias, as operators see them; null where there is nobody. */
export const personOf = (users: string) => {
  const column = (name: string) => sql.ref(`${users}.${name}`)
  return sql`case when ${column('id')} is not null then jsonb_build_object('id', ${column('id')},
    'name', ${column('username')}::text, 'nickname', ${column('nickname')}) end`
}
/** Of a file's cell: whether this column of the row is set. */
export const isSet = (column: string) => sql`${sql.ref(`listed.${column}`)} is not null`
