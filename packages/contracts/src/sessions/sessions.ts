import { Type, type Static } from 'typebox'
import { PasswordText } from './passwords.js'
import { declareRoutes, passwordTries } from '../route.js'
import { PROVEN_MINUTES } from './sessions.constants.js'
import { Id, PageOf, StrictObject, Text, Time } from '../shapes.js'
import { paths } from './sessions.paths.js'

export const Session = StrictObject({
  id: Id,
  current: Type.Boolean(),
  userAgent: Text(256),
  createdAt: Time,
  /** The time is exact to the minute. */
  lastSeenAt: Time,
  expiresAt: Time,
})
export type Session = Static<typeof Session>

export const routes = declareRoutes(paths, {
  listSessions: {
    summary: 'Lists the caller’s sessions on one page, last seen first',
    access: 'user',
    response: PageOf(Session),
  },
  reauthenticate: {
    summary: `Confirms the caller’s identity by password for ${PROVEN_MINUTES} minutes of this session`,
    access: 'user',
    rate: passwordTries,
    body: StrictObject({ password: PasswordText }),
  },
  endSession: {
    summary: 'Ends a session of the caller everywhere within a second',
    access: 'owner',
    owns: 'session',
    rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
  },
})

export const messages = { 'session:revoked': StrictObject({}) }
