import { Type, type Static } from 'typebox'
import { languages } from '../languages.constants.js'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, Text, Time } from '../shapes.js'
import { clearableProfileFields, MAX_EMAIL_LENGTH, profileLimits } from './users.constants.js'
import { paths } from './profiles.paths.js'

const editable = {
  nickname: Text(profileLimits.maxNicknameLength * 2),
  occupation: Text(profileLimits.maxOccupationLength * 2),
  company: Text(profileLimits.maxCompanyLength * 2),
  location: Text(profileLimits.maxLocationLength * 2),
  /** A URL with http or https and an ASCII host. Empty if it is not set. */
  website: Text(profileLimits.maxWebsiteLength),
  description: Text(profileLimits.maxDescriptionLength * 2),
  /** Switches only notification mails. Account mails are always sent. */
  emailSwitch: Type.Boolean(),
  language: Enum(languages),
}

export const Profile = StrictObject({
  id: Id,
  name: Text(64),
  ...editable,
  email: Nullable(Text(MAX_EMAIL_LENGTH)),
  email_verified_at: Nullable(Time),
  /** Set after the address refused a mail. Notification mails then stop until it is confirmed again or replaced. */
  emailRefused: Nullable(StrictObject({ at: Time, status: Type.Integer() })),
  pendingEmail: Nullable(Text(MAX_EMAIL_LENGTH)),
  invite_code: Text(32),
  avatarId: Nullable(Id),
  avatars: Type.Array(StrictObject({ url: Text(2048) })),
  hasPassword: Type.Boolean(),
  followers: Type.Integer(),
  following: Type.Integer(),
  projectViews: Type.Integer(),
  appreciations: Type.Integer(),
  createdAt: Time,
})
export type Profile = Static<typeof Profile>

export const ProfileInput = StrictObject({
  ...Type.Partial(StrictObject(editable)).properties,
  clear: Type.Optional(Type.Array(Enum(clearableProfileFields), { maxItems: clearableProfileFields.length })),
})
export type ProfileInput = Static<typeof ProfileInput>

export const routes = declareRoutes(paths, {
  getProfile: {
    summary: 'Returns the caller’s profile',
    access: 'user',
    response: Profile,
  },
  updateProfile: {
    changesShared: true,
    summary: 'Edits the caller’s profile; `clear` lists fields to empty',
    access: 'user',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    body: ProfileInput,
    response: Profile,
  },
  setAvatar: {
    changesShared: true,
    summary: 'Sets the caller’s avatar to a ready image of theirs with the purpose `avatar`',
    access: 'user',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    body: StrictObject({ imageId: Id }),
    response: Profile,
  },
  removeAvatar: {
    changesShared: true,
    summary: 'Removes the caller’s avatar',
    access: 'user',
    rate: [{ calls: 30, windowSeconds: 60, by: ['user'] }],
    response: Profile,
  },
})
