import { Type, type Static } from 'typebox'
import {
  passwordLength,
  userGroups,
  usernameLength,
  MAX_EMAIL_LENGTH,
  MAX_INVITE_CODE_LENGTH,
} from './users.constants.js'
import { declareRoutes } from '../route.js'
import { accountSteps } from '../sessions/sessions.constants.js'
import { Id, Enum, Nullable, Referral, StrictObject, Text, Time } from '../shapes.js'
import { paths } from './users.paths.js'

export const Me = StrictObject({
  id: Id,
  name: Text(64),
  nickname: Text(64),
  group: Enum(userGroups),
  /** Null if a social account has no email yet, or if the email was disowned before it was verified. */
  email: Nullable(Text(MAX_EMAIL_LENGTH)),
  email_verified_at: Nullable(Time),
  invite_code: Text(32),
  extra: StrictObject({ refer: Nullable(Text(64)) }),
  avatars: Type.Array(StrictObject({ url: Text(2048) })),
  backstage: Type.Optional(StrictObject({ permissions: Type.Array(Text(64)) })),
})
export type Me = Static<typeof Me>

export const PublicUser = StrictObject({ id: Id, name: Text(64), nickname: Text(64), avatarUrl: Nullable(Text(2048)) })
export type PublicUser = Static<typeof PublicUser>

const SessionToken = { token: Text(2048), expiresAt: Time }

/** With `nextStep`, the token works only for the calls of that step; all other calls that need a user answer 403. */
export const SignedIn = StrictObject({ ...SessionToken, user: Me, nextStep: Type.Optional(Enum(accountSteps)) })
export type SignedIn = Static<typeof SignedIn>

/** `user` is set if the caller is signed in to the account. `session` is set to replace a limited token. */
export const AfterStep = StrictObject({ user: Type.Optional(Me), session: Type.Optional(StrictObject(SessionToken)) })
export type AfterStep = Static<typeof AfterStep>

export const routes = declareRoutes(paths, {
  register: {
    summary: 'Creates an account and signs it in',
    access: 'public',
    // A school class may register from one IP address at the same time.
    rate: [
      { calls: 300, windowSeconds: 300, by: ['address'], counts: 'successes', setting: 'registrationsPerNetwork' },
      { calls: 600, windowSeconds: 300, by: ['address'], counts: 'failures' },
    ],
    body: StrictObject({
      username: Text(usernameLength.max * 4),
      email: Text(MAX_EMAIL_LENGTH),
      password: Text(passwordLength.max * 4),
      passwordConfirmation: Text(passwordLength.max * 4),
      agree: Type.Boolean(),
      inviteCode: Type.Optional(Text(MAX_INVITE_CODE_LENGTH)),
      refer: Type.Optional(Referral),
    }),
    status: 201,
    response: SignedIn,
  },
  login: {
    summary: 'Signs in by email or username',
    access: 'public',
    // Failures are counted per account and network, per network, and per account. The first limit is the lowest, so
    // a stranger's guesses rarely lock out the owner elsewhere. The third limit stops guesses from many networks.
    // Known browsers have only the fourth limit. packages/runtime/src/passwords.ts bounds the CPU time of all tries.
    rate: [
      { calls: 10, windowSeconds: 300, by: ['login', 'address'], counts: 'failures', unlessKnownBrowser: true },
      {
        calls: 300,
        windowSeconds: 300,
        by: ['address'],
        counts: 'failures',
        unlessKnownBrowser: true,
        setting: 'signInFailuresPerNetwork',
      },
      { calls: 300, windowSeconds: 900, by: ['login'], counts: 'failures', unlessKnownBrowser: true },
      { calls: 10, windowSeconds: 300, by: ['knownBrowser'], counts: 'failures' },
    ],
    body: StrictObject({ login: Text(MAX_EMAIL_LENGTH), password: Text(passwordLength.max * 4) }),
    response: SignedIn,
  },
  logout: {
    summary: 'Revokes the token of this request',
    access: 'user',
    steps: accountSteps,
    rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
  },
  me: {
    summary: 'Returns the signed-in user',
    access: 'user',
    steps: accountSteps,
    response: Me,
  },
})
