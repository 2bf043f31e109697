import { Type, type Static } from 'typebox'
import { declareRoutes } from '../route.js'
import { Id, IdParams, Enum, Nullable, StrictObject, Text, Time } from '../shapes.js'
import { EXPORTS_PER_HOUR, exportStates } from './table-exports.constants.js'
import { paths } from './table-exports.paths.js'

/** A table of the back office as a file for spreadsheets, for the administrator who asked for it. */
export const TableExport = StrictObject({
  id: Id,
  table: Text(64),
  state: Enum(exportStates),
  /** Written so far; all of them once it is ready. */
  rows: Type.Integer(),
  /** Whether there were more rows than one file takes. */
  cut: Type.Boolean(),
  /** Until when its file can be fetched; null while there is none. */
  expiresAt: Nullable(Time),
})
export type TableExport = Static<typeof TableExport>

const asker = { access: 'admin', params: IdParams, status: 200 } as const

export const routes = declareRoutes(paths, {
  createExport: {
    summary: `Asks for a table as a file: ${EXPORTS_PER_HOUR} an hour`,
    access: 'admin',
    proof: true,
    // How many exports there may be is counted in Postgres.
    rate: [{ calls: 10, windowSeconds: 300, by: ['user'] }],
    body: StrictObject({
      table: Text(64),
      /** What the table's list is asked with: its search, filters and sort. */
      query: Type.Record(Type.String({ maxLength: 64 }), Type.Union([Text(512), Type.Number(), Type.Boolean()]), {
        maxProperties: 20,
      }),
      /** Of the page; all that the file can have, where nothing is said, or where they stand in no file. */
      columns: Type.Optional(Type.Array(Text(64), { minItems: 1, maxItems: 60, uniqueItems: true })),
    }),
    status: 201,
    response: TableExport,
  },
  getExport: {
    ...asker,
    summary: 'How far an export is; only its administrator finds it',
    response: TableExport,
  },
  getExportFile: {
    ...asker,
    summary: 'The file, for five minutes and only for the administrator who asked for it',
    response: null,
  },
})

export const events = ['export.requested'] as const

export const jobs = {
  'export.write': { queue: 'analytics', attempts: 3 },
} as const
