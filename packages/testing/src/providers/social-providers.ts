import type { SocialConfig } from '@toile/runtime/social-config'
import { startFacebookProvider } from './facebook.js'
import { startOpenIdProvider, type OpenIdProvider } from './openid.js'
import type { ProviderServer } from './server.js'

export interface SocialProviders {
  google: OpenIdProvider
  facebook: ProviderServer
  config: SocialConfig
  env: Record<string, string>
  stop(): Promise<void>
}

export async function startSocialProviders(publicUrl: string): Promise<SocialProviders> {
  const client = { clientId: 'toile-test', clientSecret: 'a-client-secret-of-the-tests' }
  const google = await startOpenIdProvider({ ...client, redirectUri: `${publicUrl}/social/google/login` })
  const facebook = await startFacebookProvider({ ...client, redirectUri: `${publicUrl}/social/facebook/login` })
  const config = {
    google: { ...client, issuer: google.url },
    facebook: {
      ...client,
      authorizeUrl: `${facebook.url}/dialog/oauth`,
      tokenUrl: `${facebook.url}/oauth/access_token`,
      graphUrl: facebook.url,
    },
  }
  return {
    google,
    facebook,
    config,
    env: {
      GOOGLE_CLIENT_ID: client.clientId,
      GOOGLE_CLIENT_SECRET: client.clientSecret,
      GOOGLE_ISSUER: config.google.issuer,
      FACEBOOK_CLIENT_ID: client.clientId,
      FACEBOOK_CLIENT_SECRET: client.clientSecret,
      FACEBOOK_AUTHORIZE_URL: config.facebook.authorizeUrl,
      FACEBOOK_TOKEN_URL: config.facebook.tokenUrl,
      FACEBOOK_GRAPH_URL: config.facebook.graphUrl,
    },
    async stop() {
      await google.stop()
      await facebook.stop()
    },
  }
}

export function addPeople({ google, facebook }: SocialProviders): void {
  google.accounts.set('g-gina', { name: 'Gina Verified', email: 'gina@provider.example', emailVerified: true })
  google.accounts.set('g-ulli', { name: 'Ulli Unverified', email: 'ulli@provider.example', emailVerified: false })
  google.accounts.set('g-lin', { name: 'Lin To Link', email: 'lin@provider.example', emailVerified: true })
  facebook.accounts.set('f-fred', { name: 'Fred With Email', email: 'fred@provider.example' })
  facebook.accounts.set('f-nora', { name: 'Nora Without Email' })
  facebook.accounts.set('f-lin', { name: 'Lin To Link' })
}
