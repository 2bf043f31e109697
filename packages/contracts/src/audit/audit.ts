import { Type, type Static } from 'typebox'
import { auditActions } from './audit-words.js'
import { auditColumns } from './audit.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, TableOf, Text, Time } from '../shapes.js'
import { Reason, tableQuery } from '../backstage/tables.js'
import { paths } from './audit.paths.js'

const Values = Type.Record(Type.String({ maxLength: 64 }), Type.Union([Text(65_536), Type.Number()]))

export const AuditEntry = StrictObject({
  id: Id,
  /** Null for actions from the command line, and once the administrator's account is deleted. */
  actorId: Nullable(Id),
  actor: Text(256),
  action: Text(64),
  sentence: Text(4096),
  subjectKind: Text(64),
  subjectId: Nullable(Id),
  /** The subject's current name. Empty if the subject has no name or is deleted. */
  subject: Text(512),
  reason: Text(8192),
  params: Values,
  before: Values,
  after: Values,
  undoes: Nullable(Id),
  undoneBy: Nullable(Id),
  undoable: Type.Boolean(),
  at: Time,
})
export type AuditEntry = Static<typeof AuditEntry>

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10 })

export const routes = declareRoutes(paths, {
  listAudit: {
    summary: 'Lists administrators’ actions in the audit log, latest first',
    access: 'admin',
    query: tableQuery(auditColumns, {
      action: Type.Optional(Enum(auditActions)),
      actor: Type.Optional(Id),
      subject: Type.Optional(Id),
      subjectKind: Type.Optional(Text(64)),
      /** Both are UTC days, and both days are included. */
      from: Type.Optional(Day),
      to: Type.Optional(Day),
    }),
    response: TableOf(AuditEntry),
  },
  undoAction: {
    summary: 'Undoes an action by a new one, unless its subject has changed since',
    access: 'admin',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    body: StrictObject({ reason: Reason }),
    response: AuditEntry,
  },
})
