/**
 * What a mailed link is good for, and nothing else. `verify_email`, `change_email` and `bind_email` are confirmed on
 * one page by PUT /auth/email/verification, `reset_password` by PUT /auth/password/reset, `banned` by POST /appeals.
 */
export const tokenPurposes = ['verify_email', 'change_email', 'bind_email', 'reset_password', 'banned'] as const
export type TokenPurpose = (typeof tokenPurposes)[number]

export const emailTokenPurposes = ['verify_email', 'change_email', 'bind_email'] as const satisfies TokenPurpose[]

/** Counted from the moment at which the mail is sent. A newer link of the same purpose ends the older one at once. */
export const TOKEN_MINUTES = 30
/** At the password of an account whose address a link confirms, in all; then the link is over. */
export const MAX_PASSWORD_TRIES = 10
/** Of a ban one hears when one next looks at one's mail. */
export const BAN_TOKEN_DAYS = 14

/**
 * The pages that mailed links open, `<PUBLIC_URL>/login/mailbox#token=...`. The token stands in the fragment, which
 * browsers send to no server and put into no Referer. The page takes it out of the address, and only the press of a
 * button uses it: opening a link changes nothing.
 */
export const tokenPages: Record<TokenPurpose, string> = {
  verify_email: '/login/mailbox',
  change_email: '/login/mailbox',
  bind_email: '/login/mailbox',
  reset_password: '/login/password',
  banned: '/login/mailbox?for=appeal',
}
