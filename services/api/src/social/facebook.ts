import { createHmac } from 'node:crypto'
import type { FacebookConfig } from '@toile/runtime/social-config'
import { readJson } from './json.js'
import { openOAuth } from './oauth.js'
import { cacheResult, type Provider } from './provider.js'

/** Uses OAuth 2 and the Graph API. Facebook never says whether an email is verified, and some users have none. */
export function createFacebook(config: FacebookConfig, publicUrl: string): Provider {
  const oauth = cacheResult(() =>
    openOAuth({
      provider: 'facebook',
      clientId: config.clientId,
      clientSecret: config.clientSecret,
      authorizeUrl: config.authorizeUrl,
      tokenUrl: config.tokenUrl,
      scope: ['email', 'public_profile'],
      publicUrl,
    }),
  )
  return {
    oauth,
    // No nonce is sent, because Facebook returns no ID token that could carry it.
    parameters: () => ({}),
    async profile({ access_token: token }, _nonce, signal) {
      // This proof shows Facebook that we know the secret of the app to which the token was issued.
      const proof = createHmac('sha256', config.clientSecret).update(token).digest('hex')
      const me = (await readJson(`${config.graphUrl}/me?fields=id,name,email&appsecret_proof=${proof}`, signal, {
        authorization: `Bearer ${token}`,
      })) as { id: unknown; name?: unknown; email?: unknown }
      if (typeof me.id !== 'string') throw new Error('the answer of Facebook has no id')
      return {
        subject: me.id,
        name: typeof me.name === 'string' ? me.name : '',
        email: typeof me.email === 'string' ? me.email : null,
        emailVerified: false,
      }
    },
  }
}
