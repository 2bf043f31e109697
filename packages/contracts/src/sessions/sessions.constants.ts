/** A session ends this long after sign-in, even if in use, because sessions are not renewed. */
export const SESSION_DAYS = 7

export const PROVEN_MINUTES = 10

/** A user without a password counts as reauthenticated this long after signing in. */
export const FRESH_SIGN_IN_MINUTES = 10

/** Steps left for an account without an email. Its limited sessions may only call routes that list the step. */
export const accountSteps = ['bind_email'] as const
export type AccountStep = (typeof accountSteps)[number]
