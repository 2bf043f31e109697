export const tokenPurposes = ['verify_email', 'change_email', 'bind_email', 'reset_password', 'banned'] as const
export type TokenPurpose = (typeof tokenPurposes)[number]

export const emailTokenPurposes = ['verify_email', 'change_email', 'bind_email'] as const satisfies TokenPurpose[]

/** Lifetime of a link from its sending. A newer link of the same purpose ends the older one. */
export const TOKEN_MINUTES = 30
/** Wrong passwords per emailed link, after which the link ends. */
export const MAX_PASSWORD_TRIES = 10
/** Longer, because a banned user knows of the ban only from the mail. */
export const BAN_TOKEN_DAYS = 14

/**
 * Pages of mailed links. The token is in the fragment, which reaches neither servers nor a Referer, and only the
 * page's button uses it.
 */
export const tokenPages: Record<TokenPurpose, string> = {
  verify_email: '/login/mailbox',
  change_email: '/login/mailbox',
  bind_email: '/login/mailbox',
  reset_password: '/login/password',
  banned: '/login/mailbox?for=appeal',
}
