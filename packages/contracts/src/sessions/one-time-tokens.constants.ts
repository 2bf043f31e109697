export const tokenPurposes = ['verify_email', 'change_email', 'bind_email', 'reset_password', 'banned'] as const
export type TokenPurpose = (typeof tokenPurposes)[number]

export const emailTokenPurposes = ['verify_email', 'change_email', 'bind_email'] as const satisfies TokenPurpose[]

/** Lifetime of a link once mailed. A newer link ends older ones of its purpose, except links to reset a password. */
export const TOKEN_MINUTES = 30
/** Number of passwords that can be tried with a mailed link. One more try ends the link. */
export const MAX_PASSWORD_TRIES = 10
/** Longer than for other tokens, because a banned user may read the mail late and cannot request another link. */
export const BAN_TOKEN_DAYS = 14

/**
 * Pages that mailed links open. The token is in the fragment, which reaches neither servers nor a Referer header. The
 * token is used only when the user presses the page's button.
 */
export const tokenPages: Record<TokenPurpose, string> = {
  verify_email: '/login/mailbox',
  change_email: '/login/mailbox',
  bind_email: '/login/mailbox',
  reset_password: '/login/password',
  banned: '/login/mailbox?for=appeal',
}
