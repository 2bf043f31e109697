import { Type, type Static } from 'typebox'
import { declareRoutes } from '../route.js'
import { Id, Nullable, PageQuery, StrictObject, Text, Time } from '../shapes.js'
import { paths } from './invitations.paths.js'

/** Somebody who registered with my code. */
export const Invitation = StrictObject({
  /** 1 for the first of those who are still here. */
  serialNumber: Type.Integer(),
  nickname: Text(64),
  registeredAt: Time,
  /** Whether they have signed in by the desktop software. */
  activated: Type.Boolean(),
  activatedAt: Nullable(Time),
})
export type Invitation = Static<typeof Invitation>

const InvitationPage = StrictObject({
  items: Type.Array(Invitation),
  nextCursor: Nullable(Text(200)),
  code: Text(32),
  /** The page where one registers with it. */
  url: Text(2048),
  total: Type.Integer(),
  activated: Type.Integer(),
})
export type InvitationPage = Static<typeof InvitationPage>

export const routes = declareRoutes(paths, {
  listInvitations: {
    summary: 'My invitation code and who registered with it, the latest first',
    access: 'user',
    query: StrictObject(PageQuery),
    status: 200,
    response: InvitationPage,
  },
})

export const events = ['invitation.activated'] as const

export const InvitationActivatedMessage = StrictObject({ id: Id, version: Type.Integer(), at: Time })
export type InvitationActivatedMessage = Static<typeof InvitationActivatedMessage>

export const messages = { 'invitation:activated': InvitationActivatedMessage }
