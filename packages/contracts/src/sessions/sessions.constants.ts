/** After so many days one signs in again; there is no renewal. */
export const SESSION_DAYS = 7

/** How long a reauthentication is good for, within its session. */
export const PROVEN_MINUTES = 10

/** How long after signing in a person without a password counts as just having proven who they are. */
export const FRESH_SIGN_IN_MINUTES = 10

/**
 * What a half-made account has still to do: one that came by a provider without a proven email. Its sessions are limited
 * to the routes that name this step, and the step done gives a new, full session in place of the limited one.
 */
export const accountSteps = ['bind_email'] as const
export type AccountStep = (typeof accountSteps)[number]
