/** All known providers. Without a configuration, a call gets 404, but `startSocial` redirects to the sign-in page. */
export const socialProviders = ['google', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

export const socialProviderNames: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook' }

export const SOCIAL_STATE_MINUTES = 10

/** Time limit for all provider calls of one request together. After it, users see 'Request Timeout'. */
export const SOCIAL_TIMEOUT_SECONDS = 5
