import { Type, type Static, type TSchema } from 'typebox'
import { Failure, Id, Enum, Nullable, StrictObject, TableQuery, Text, WrittenText } from '../shapes.js'
import { MAX_BULK, MAX_REASON_LENGTH, orders, sortColumns, type TableColumns } from './tables.constants.js'

// Tables of the back office: how a page of one is requested, and the bulk actions on its rows.

/** How a table is asked for: its page, what it is ordered by, words to search for, and filters of its own. */
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

/** One action to many rows. With `dryRun` everything is tried and nothing is kept. */
export function bulkBody<P extends Record<string, TSchema>>(properties: P = {} as P) {
  return StrictObject({
    ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BULK, uniqueItems: true }),
    dryRun: Type.Optional(Type.Boolean()),
    ...properties,
  })
}

/** How many rows were changed, or would be, and which were left alone and why. */
export const BulkResponse = StrictObject({
  done: Type.Integer(),
  skipped: Type.Array(StrictObject({ id: Id, ...Failure.properties })),
})
export type BulkResponse = Static<typeof BulkResponse>

/** Why an operator does something; the person it concerns may read it. */
export const Reason = WrittenText({ min: 1, max: MAX_REASON_LENGTH })

/** The body of an action with a reason. Clients older than reasons send none. */
export const GivenReason = Nullable(StrictObject({ reason: Type.Optional(Reason) }))
