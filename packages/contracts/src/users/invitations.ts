import { Type, type Static } from 'typebox'
import { declareRoutes } from '../route.js'
import { Id, Nullable, PageQuery, StrictObject, Text, Time } from '../shapes.js'
import { paths } from './invitations.paths.js'

export const Invitation = StrictObject({
  /** Counts the invited users from 1, without deleted accounts. */
  serialNumber: Type.Integer(),
  nickname: Text(64),
  registeredAt: Time,
  activated: Type.Boolean(),
  activatedAt: Nullable(Time),
})
export type Invitation = Static<typeof Invitation>

const InvitationPage = StrictObject({
  items: Type.Array(Invitation),
  nextCursor: Nullable(Text(200)),
  code: Text(32),
  url: Text(2048),
  total: Type.Integer(),
  activated: Type.Integer(),
})
export type InvitationPage = Static<typeof InvitationPage>

export const routes = declareRoutes(paths, {
  listInvitations: {
    summary: 'Returns the caller’s invitation code and the users who signed up with it, latest first',
    access: 'user',
    query: StrictObject(PageQuery),
    response: InvitationPage,
  },
})

export const InvitationActivatedMessage = StrictObject({ id: Id, version: Type.Integer(), at: Time })
export type InvitationActivatedMessage = Static<typeof InvitationActivatedMessage>

export const messages = { 'invitation:activated': InvitationActivatedMessage }
