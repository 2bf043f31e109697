import { Type, type Static } from 'typebox'
import { route } from './route.js'
import { Id, OrNull, Shape, TableOf, TableQuery, Text, Time } from './shapes.js'

export const AuditEntry = Shape({
  id: Id,
  /** Null for what the machinery did by itself. */
  actorId: OrNull(Id),
  actor: Text(256),
  /** `noun.fact`, like an event. */
  action: Text(64),
  subjectKind: Text(64),
  subjectId: OrNull(Id),
  params: Type.Record(Type.String({ maxLength: 64 }), Type.Union([Text(2048), Type.Number()])),
  at: Time,
})
export type AuditEntry = Static<typeof AuditEntry>

export const auditRoutes = {
  listAudit: route({
    method: 'GET',
    path: '/backstage/audit',
    summary: 'Who did what in the back office, the latest first',
    access: 'admin',
    query: Shape(TableQuery),
    status: 200,
    answer: TableOf(AuditEntry),
  }),
}
