import type { ColumnType } from 'kysely'

/** A JSON column. It is read as a value and written as JSON text. Inserts may omit a nullable column. */
export type Json<T> = ColumnType<T, null extends T ? string | null | undefined : string, string>
