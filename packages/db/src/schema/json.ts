import type { ColumnType } from 'kysely'

/** Read as a value, written as JSON text; a nullable column may be omitted. */
export type Json<T> = ColumnType<T, null extends T ? string | null | undefined : string, string>
