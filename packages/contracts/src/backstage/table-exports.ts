import { Type, type Static } from 'typebox'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, Text, Time } from '../shapes.js'
import { EXPORTS_PER_HOUR, exportStates } from './table-exports.constants.js'
import { paths } from './table-exports.paths.js'

export const TableExport = StrictObject({
  id: Id,
  table: Text(64),
  state: Enum(exportStates),
  rows: Type.Integer(),
  cut: Type.Boolean(),
  expiresAt: Nullable(Time),
})
export type TableExport = Static<typeof TableExport>

export const routes = declareRoutes(paths, {
  createExport: {
    summary: `Requests an export of a table; ${EXPORTS_PER_HOUR} an hour`,
    access: 'admin',
    proof: true,
    // This limits only calls. Postgres limits the number of exports (`EXPORTS_PER_HOUR`).
    rate: [{ calls: 10, windowSeconds: 300, by: ['user'] }],
    body: StrictObject({
      table: Text(64),
      query: Type.Record(Type.String({ maxLength: 64 }), Type.Union([Text(512), Type.Number(), Type.Boolean()]), {
        maxProperties: 20,
      }),
      /** Columns shown on the page. If omitted, or if none is a column of the file, the file has all columns. */
      columns: Type.Optional(Type.Array(Text(64), { minItems: 1, maxItems: 60, uniqueItems: true })),
    }),
    status: 201,
    response: TableExport,
  },
  getExport: {
    access: 'admin',
    summary: 'Returns the progress of an export, only to the administrator who requested it',
    response: TableExport,
  },
  getExportFile: {
    access: 'admin',
    summary: 'Returns an exported file, for five minutes and only to the administrator who requested it',
    status: 200,
  },
})

export const jobs = {
  'export.write': { queue: 'analytics', attempts: 3 },
} as const
