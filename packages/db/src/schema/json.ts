import type { ColumnType } from 'kysely'

/** A JSON column, which is read as a value and written as JSON text. Inserts may omit a nullable one. */
export type Json<T> = ColumnType<T, null extends T ? string | null | undefined : string, string>
