export type OAuthCallback =
  | { code: string; state: string }
  | { problem: 'denied' | 'timeout' | 'unavailable' | 'refused' | 'incomplete' }

/** The query comes from the provider, or from our API if the sign-in fails before the redirect to the provider. */
export function parseOAuthCallback(search: string): OAuthCallback {
  const query = new URLSearchParams(search)
  const error = query.get('error')
  if (error === 'access_denied') return { problem: 'denied' }
  if (error === 'request_timeout') return { problem: 'timeout' }
  if (error === 'social_unavailable' || error === 'temporarily_unavailable') return { problem: 'unavailable' }
  if (error) return { problem: 'refused' }
  const code = query.get('code')
  const state = query.get('state')
  return code && state ? { code, state } : { problem: 'incomplete' }
}
