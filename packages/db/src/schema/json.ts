import type { ColumnType } from 'kysely'

/** Read as a value, written as JSON text; a column that may be null may also be left out. */
export type Json<T> = ColumnType<T, null extends T ? string | null | undefined : string, string>
