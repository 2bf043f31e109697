import { Type, type Static } from 'typebox'
import { creatorColumns, userColumns } from './users-backstage.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, TableOf, Text, Time } from '../shapes.js'
import { socialProviders } from '../sessions/social.constants.js'
import { BulkResponse, bulkBody, Reason, tableQuery } from '../backstage/tables.js'
import { MAX_EMAIL_LENGTH, userGroups } from './users.constants.js'
import { paths } from './users-backstage.paths.js'

// These routes show email addresses and sessions, so only administrators may call them. None shows users' messages.

const Count = Type.Integer({ minimum: 0 })
const YesOrNo = Type.Optional(Type.Boolean())

const Ban = StrictObject({ since: Time, until: Nullable(Time), reason: Text(2048) })

export const BackstageUser = StrictObject({
  id: Id,
  name: Text(64),
  nickname: Text(64),
  /** Null for a deleted account, and for one to which no email was added or whose unverified email was disowned. */
  email: Nullable(Text(MAX_EMAIL_LENGTH)),
  group: Enum(userGroups),
  verified: Type.Boolean(),
  demo: Type.Boolean(),
  deleted: Type.Boolean(),
  ban: Nullable(Ban),
  tenant: Nullable(StrictObject({ id: Id, name: Text(256) })),
  createdAt: Time,
  /** Exact to the hour. Null for a deleted account, or if the user was not seen since recording began. */
  lastSeenAt: Nullable(Time),
  works: Count,
  uploads: Count,
  bytes: Count,
})
export type BackstageUser = Static<typeof BackstageUser>

export const BackstageUserDetail = StrictObject({
  ...BackstageUser.properties,
  language: Text(16),
  emailRefusedAt: Nullable(Time),
  invitedBy: Nullable(StrictObject({ id: Id, name: Text(64) })),
  counts: StrictObject({
    published: Count,
    renders: Count,
    comments: Count,
    followers: Count,
    following: Count,
    /** Reports about the user, without those about their works and comments. */
    reports: Count,
  }),
  sessions: Type.Array(StrictObject({ userAgent: Text(256), createdAt: Time, lastSeenAt: Time, expiresAt: Time })),
  identities: Type.Array(
    StrictObject({ type: Enum(socialProviders), email: Nullable(Text(MAX_EMAIL_LENGTH)), linkedAt: Time }),
  ),
  devices: Type.Array(StrictObject({ id: Id, name: Text(256), boundAt: Time, lastSeenAt: Time })),
})
export type BackstageUserDetail = Static<typeof BackstageUserDetail>

/** End of a ban: a time, or `never` instead of null, because clients leave out fields that are null. */
const BanEnd = Time
const rate = [{ calls: 60, windowSeconds: 60, by: ['user'] }] as const
const action = { access: 'admin', rate } as const
const toOne = { ...action, response: BackstageUser } as const
const toMany = { ...action, response: BulkResponse } as const

export const BackstageCreator = StrictObject({
  id: Id,
  name: Text(64),
  nickname: Text(64),
  group: Enum(userGroups),
  banned: Type.Boolean(),
  featuredAt: Nullable(Time),
  /** Number of released public works, including hidden ones. `likes` and `views` are sums over these works. */
  works: Count,
  likes: Count,
  views: Count,
  followers: Count,
  renders: Count,
  bytes: Count,
  lastPublishedAt: Time,
})
export type BackstageCreator = Static<typeof BackstageCreator>

export const routes = declareRoutes(paths, {
  listBackstageUsers: {
    summary: 'Lists accounts, newest first; `q` searches name, email and id; deleted ones only on request',
    access: 'admin',
    query: tableQuery(userColumns, {
      group: Type.Optional(Enum(userGroups)),
      verified: YesOrNo,
      banned: YesOrNo,
      deleted: YesOrNo,
      demo: YesOrNo,
      tenant: Type.Optional(Id),
    }),
    response: TableOf(BackstageUser),
  },
  getBackstageUser: {
    summary: 'Returns an account with its sessions, identities and devices; each view is logged',
    access: 'admin',
    response: BackstageUserDetail,
  },
  banUser: {
    ...toOne,
    summary: 'Bans a user until a time or permanently and ends their sessions; not administrators or oneself',
    body: StrictObject({ reason: Reason, until: BanEnd }),
  },
  unbanUser: {
    ...toOne,
    summary: 'Lifts a user’s ban',
    body: StrictObject({ reason: Reason }),
  },
  setUserGroup: {
    ...toOne,
    summary: 'Grants or revokes the administrator role; not for oneself',
    proof: true,
    body: StrictObject({ group: Enum(userGroups), reason: Reason }),
  },
  signOutUser: {
    ...toOne,
    summary: 'Signs another user out everywhere',
    body: StrictObject({ reason: Reason }),
  },
  markEmailVerified: {
    ...toOne,
    summary: 'Marks a user’s email as verified',
    proof: true,
    body: StrictObject({ reason: Reason }),
  },
  banUsers: {
    ...toMany,
    summary: 'Bans several users; skips administrators',
    proof: true,
    body: bulkBody({ reason: Reason, until: BanEnd }),
  },
  signOutUsers: {
    ...toMany,
    summary: 'Signs several users out everywhere; skips administrators',
    body: bulkBody({ reason: Reason }),
  },
  listBackstageCreators: {
    summary: 'Lists creators, last published first; `q` searches names',
    access: 'admin',
    query: tableQuery(creatorColumns, { featured: YesOrNo, banned: YesOrNo }),
    response: TableOf(BackstageCreator),
  },
  featureCreator: {
    ...action,
    summary: 'Features a creator at the top of the list of creators, or stops featuring them',
    body: StrictObject({ featured: Type.Boolean(), reason: Reason }),
    response: BackstageCreator,
  },
  featureCreators: {
    ...toMany,
    summary: 'Features several creators at the top of the list of creators, or stops featuring them',
    body: bulkBody({ featured: Type.Boolean(), reason: Reason }),
  },
})
