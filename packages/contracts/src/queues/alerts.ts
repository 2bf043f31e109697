import { Type, type Static } from 'typebox'
import { alertKinds } from './alerts.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, TableOf, TableQuery, Text, Time } from '../shapes.js'
import { paths } from './alerts.paths.js'

export const Alert = StrictObject({
  id: Id,
  kind: Enum(alertKinds),
  queue: Nullable(Text(32)),
  /** Values measured when the alert opened. Only the kinds `redis` and `postgres` have a `reason`, one of several. */
  params: Type.Record(Type.String({ maxLength: 64 }), Type.Union([Text(256), Type.Number()])),
  openedAt: Time,
  acknowledgedAt: Nullable(Time),
  acknowledgedBy: Nullable(Text(256)),
  closedAt: Nullable(Time),
  version: Type.Integer(),
})
export type Alert = Static<typeof Alert>

export const routes = declareRoutes(paths, {
  listAlerts: {
    summary: 'Lists open or all alerts, latest first',
    access: 'admin',
    query: StrictObject({ ...TableQuery, state: Type.Optional(Enum(['open', 'all'] as const)) }),
    response: TableOf(Alert),
  },
  acknowledgeAlert: {
    summary: 'Acknowledges an alert, which stays open until its cause ends',
    access: 'admin',
    response: Alert,
  },
})

export const messages = { 'alert:changed': Alert }
