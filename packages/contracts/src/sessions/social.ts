import { Type, type Static } from 'typebox'
import { PasswordText } from './passwords.js'
import { declareRoutes, passwordTries, reads } from '../route.js'
import { Enum, Nullable, PageOf, Referral, StrictObject, Text, Time } from '../shapes.js'
import { socialProviders } from './social.constants.js'
import { SignedIn } from '../users/users.js'
import { MAX_EMAIL_LENGTH, MAX_INVITE_CODE_LENGTH } from '../users/users.constants.js'
import { paths } from './social.paths.js'

const SocialProviderView = StrictObject({ type: Enum(socialProviders), name: Text(32) })

const Identity = StrictObject({
  type: Enum(socialProviders),
  name: Text(32),
  email: Nullable(Text(MAX_EMAIL_LENGTH)),
  linkedAt: Time,
})

export const SocialSignedIn = StrictObject({
  ...SignedIn.properties,
  /** Set when the sign-in linked a provider to the signed-in caller, whose session continues. */
  linked: Type.Optional(Enum(socialProviders)),
  isNew: Type.Optional(Type.Boolean()),
  /** Only with `nextStep` `bind_email`: the email that the provider gave, for the user to confirm or change. */
  suggestedEmail: Type.Optional(Text(MAX_EMAIL_LENGTH)),
})
export type SocialSignedIn = Static<typeof SocialSignedIn>

// Not an enum, so that an unknown provider gives 404 instead of 422.
const TypeParams = StrictObject({ type: Text(32) })

const Proof = Nullable(StrictObject({ password: Type.Optional(PasswordText) }))

const complete = {
  access: 'public',
  rate: [{ calls: 60, windowSeconds: 300, by: ['address'] }],
  body: StrictObject({
    code: Text(4096),
    state: Text(256),
    refer: Type.Optional(Referral),
    inviteCode: Type.Optional(Text(MAX_INVITE_CODE_LENGTH)),
  }),
  response: SocialSignedIn,
} as const

export const routes = declareRoutes(paths, {
  listProviders: {
    summary: 'Lists configured sign-in providers',
    access: 'public',
    rate: reads(1),
    response: PageOf(SocialProviderView),
  },
  startSocial: {
    summary: 'Redirects to the provider; with `code` or `error` in its query, returns the web page that finishes',
    access: 'public',
    rate: [{ calls: 60, windowSeconds: 300, by: ['address'] }],
    params: TypeParams,
    // Accepts unknown keys, because providers add parameters of their own.
    query: Type.Object({ code: Type.Optional(Text(4096)), error: Type.Optional(Text(256)) }),
    status: 302,
  },
  completeGoogle: {
    ...complete,
    summary: 'Finishes signing in with Google or connecting it',
  },
  completeFacebook: {
    ...complete,
    summary: 'Finishes signing in with Facebook or connecting it',
  },
  listIdentities: {
    summary: 'Lists providers connected to the caller’s account',
    access: 'user',
    response: PageOf(Identity),
  },
  linkIdentity: {
    summary: 'Starts connecting a provider: open `url`, which returns to complete; needs the password if there is one',
    // Until the account's email is verified, it may be another person's, so there is no second way to sign in.
    access: 'verified',
    rate: passwordTries,
    params: TypeParams,
    body: Proof,
    response: StrictObject({ url: Text(4096) }),
  },
  unlinkIdentity: {
    summary: 'Disconnects a provider, unless it is the only way to sign in; needs the password if there is one',
    access: 'user',
    rate: passwordTries,
    params: TypeParams,
    body: Proof,
  },
})
