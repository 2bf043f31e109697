export interface GoogleConfig {
  clientId: string
  clientSecret: string
  /** Endpoints and keys come from `<issuer>/.well-known/openid-configuration`. */
  issuer: string
}

/** Each endpoint is a setting, because Facebook publishes no OpenID configuration for its web sign-in. */
export interface FacebookConfig {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  graphUrl: string
}

export interface SocialConfig {
  google: GoogleConfig | undefined
  facebook: FacebookConfig | undefined
}

export const noSocial: SocialConfig = { google: undefined, facebook: undefined }

/** Facebook supports a version of its Graph API for about two years; see docs/operators.md. */
const FACEBOOK_VERSION = 'v24.0'

export function readSocial(
  env: NodeJS.ProcessEnv,
  url: (name: string, protocols: string[], fallback: string) => string,
  problems: string[],
): SocialConfig {
  const client = (prefix: string) => {
    const clientId = env[`${prefix}_CLIENT_ID`] ?? ''
    const clientSecret = env[`${prefix}_CLIENT_SECRET`] ?? ''
    if (Boolean(clientId) !== Boolean(clientSecret))
      problems.push(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET must be set together`)
    return clientId && clientSecret ? { clientId, clientSecret } : undefined
  }
  const address = (name: string, fallback: string) => url(name, ['http:', 'https:'], fallback).replace(/\/$/, '')
  const google = client('GOOGLE')
  const facebook = client('FACEBOOK')
  return {
    google: google && { ...google, issuer: address('GOOGLE_ISSUER', 'https://accounts.google.com') },
    facebook: facebook && {
      ...facebook,
      authorizeUrl: address('FACEBOOK_AUTHORIZE_URL', `https://www.facebook.com/${FACEBOOK_VERSION}/dialog/oauth`),
      tokenUrl: address('FACEBOOK_TOKEN_URL', `https://graph.facebook.com/${FACEBOOK_VERSION}/oauth/access_token`),
      graphUrl: address('FACEBOOK_GRAPH_URL', `https://graph.facebook.com/${FACEBOOK_VERSION}`),
    },
  }
}
