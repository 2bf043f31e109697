import { Type, type Static, type TSchema } from 'typebox'
import { Failure, Id, Enum, Nullable, StrictObject, TableQuery, Text, WrittenText } from '../shapes.js'
import { MAX_BULK, MAX_REASON_LENGTH, orders, sortColumns, type TableColumns } from './tables.constants.js'

export function tableQuery<const C extends TableColumns, F extends Record<string, TSchema> = Record<never, never>>(
  columns: C,
  filters: F = {} as F,
) {
  return StrictObject({
    ...TableQuery,
    sort: Type.Optional(Enum(sortColumns(columns))),
    order: Type.Optional(Enum(orders)),
    q: Type.Optional(Text(100)),
    ...filters,
  })
}

/** Body of a bulk action. With `dryRun` the changes are tried and rolled back. */
export function bulkBody<P extends Record<string, TSchema>>(properties: P = {} as P) {
  return StrictObject({
    ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BULK, uniqueItems: true }),
    dryRun: Type.Optional(Type.Boolean()),
    ...properties,
  })
}

export const BulkResponse = StrictObject({
  done: Type.Integer(),
  skipped: Type.Array(StrictObject({ id: Id, ...Failure.properties })),
})
export type BulkResponse = Static<typeof BulkResponse>

/** An operator's reason for an action. The user concerned may read it. */
export const Reason = WrittenText({ min: 1, max: MAX_REASON_LENGTH })

/** Optional, because older clients send no reason. */
export const GivenReason = Nullable(StrictObject({ reason: Type.Optional(Reason) }))
