import { Type, type Static } from 'typebox'
import { PasswordText } from './passwords.js'
import { declareRoutes, passwordTries, reads } from '../route.js'
import { Enum, Nullable, PageOf, Referral, StrictObject, Text, Time } from '../shapes.js'
import { socialProviders } from './social.constants.js'
import { SignedIn } from '../users/users.js'
import { MAX_EMAIL_LENGTH, MAX_INVITE_CODE_LENGTH } from '../users/users.constants.js'
import { paths } from './social.paths.js'

/** A provider that people can sign in with here, and its name as one writes it. */
const SocialProviderView = StrictObject({ type: Enum(socialProviders), name: Text(32) })

/** A provider that is linked to the caller's account. */
const Identity = StrictObject({
  type: Enum(socialProviders),
  name: Text(32),
  /** The email that the provider named when it was linked. */
  email: Nullable(Text(MAX_EMAIL_LENGTH)),
  linkedAt: Time,
})

/** As an answer to login. */
export const SocialSignedIn = StrictObject({
  ...SignedIn.properties,
  /** There when a provider was linked to the account of the caller, whose session goes on. */
  linked: Type.Optional(Enum(socialProviders)),
  /** True when this sign-in made the account: then a password of its own is offered. */
  isNew: Type.Optional(Type.Boolean()),
  /** With the next step `bind_email`: the address that the provider named, for the person to confirm or change. */
  suggestedEmail: Type.Optional(Text(MAX_EMAIL_LENGTH)),
})
export type SocialSignedIn = Static<typeof SocialSignedIn>

// Not checked by the schema, so that a provider that Toile does not know is a path that does not exist: 404.
const TypeParams = StrictObject({ type: Text(32) })

/** Without a password there need be no body. */
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
  status: 200,
  response: SocialSignedIn,
} as const

export const routes = declareRoutes(paths, {
  listProviders: {
    summary: 'Providers that one can sign in with here',
    access: 'public',
    rate: reads(1),
    status: 200,
    response: PageOf(SocialProviderView),
  },
  startSocial: {
    summary: 'Sends the browser to the provider; with code or error in the query it is the web page that comes back',
    access: 'public',
    rate: [{ calls: 60, windowSeconds: 300, by: ['address'] }],
    params: TypeParams,
    // Providers add parameters of their own on the way back.
    query: Type.Object({ code: Type.Optional(Text(4096)), error: Type.Optional(Text(256)) }),
    status: 302,
    response: null,
  },
  completeGoogle: {
    ...complete,
    summary: 'Finishes a sign-in with Google, or the linking of it',
  },
  completeFacebook: {
    ...complete,
    summary: 'Finishes a sign-in with Facebook, or the linking of it',
  },
  listIdentities: {
    summary: 'Providers that are linked to my account',
    access: 'user',
    status: 200,
    response: PageOf(Identity),
  },
  linkIdentity: {
    summary:
      'Starts linking a provider: open `url`; its way back ends at complete. Asks the password where there is one',
    // An account whose address is not proven may turn out to be somebody else's: no second way in before.
    access: 'verified',
    rate: passwordTries,
    params: TypeParams,
    body: Proof,
    status: 200,
    response: StrictObject({ url: Text(4096) }),
  },
  unlinkIdentity: {
    summary: 'Unlinks a provider, unless it is the last way in. Asks the password where there is one',
    access: 'user',
    rate: passwordTries,
    params: TypeParams,
    body: Proof,
    status: 204,
    response: null,
  },
})
