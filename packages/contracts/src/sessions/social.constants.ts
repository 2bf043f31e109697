/** Providers that Toile knows; those that an operator has not configured do not exist for callers. */
export const socialProviders = ['google', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** As people write them, in both languages. */
export const socialProviderNames: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook' }

/** From the press of the button to the way back from the provider. */
export const SOCIAL_STATE_MINUTES = 10

/** A provider gets so long for all calls of one sign-in together; then people read 'Request Timeout'. */
export const SOCIAL_TIMEOUT_SECONDS = 5
