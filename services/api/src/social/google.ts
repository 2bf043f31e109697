import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { SOCIAL_TIMEOUT_SECONDS } from '@toile/contracts/sessions/social.constants'
import type { GoogleConfig } from '@toile/runtime/social-config'
import { readJson } from './json.js'
import { openOAuth } from './oauth.js'
import { cacheResult, type Provider } from './provider.js'

interface Discovered {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
}

// Only asymmetric signatures are allowed. `none` proves nothing, and anyone with our client secret can forge an HMAC.
const allowedAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']
/** The provider's clock and ours may differ by this much. */
const CLOCK_TOLERANCE_S = 60
const MAX_TOKEN_AGE_S = 600

export function createGoogle(config: GoogleConfig, publicUrl: string): Provider {
  const discover = cacheResult(async (signal) => {
    const found = (await readJson(`${config.issuer}/.well-known/openid-configuration`, signal)) as Discovered
    if (found.issuer.replace(/\/$/, '') !== config.issuer)
      throw new Error(`the OpenID configuration names another issuer: ${found.issuer}`)
    const keys = createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: SOCIAL_TIMEOUT_SECONDS * 1_000 })
    const oauth = await openOAuth({
      provider: 'google',
      clientId: config.clientId,
      clientSecret: config.clientSecret,
      authorizeUrl: found.authorization_endpoint,
      tokenUrl: found.token_endpoint,
      scope: ['openid', 'email', 'profile'],
      publicUrl,
    })
    return { issuer: found.issuer, keys, oauth }
  })
  return {
    oauth: async (signal) => (await discover(signal)).oauth,
    parameters: (nonce) => ({ nonce }),
    async profile(tokens, nonce, signal) {
      const { issuer, keys } = await discover(signal)
      const { payload } = await jwtVerify(tokens.id_token ?? '', keys, {
        algorithms: allowedAlgorithms,
        issuer,
        audience: config.clientId,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: CLOCK_TOLERANCE_S,
        maxTokenAge: MAX_TOKEN_AGE_S,
      })
      if (payload['nonce'] !== nonce) throw new errors.JWTClaimValidationFailed('another nonce', payload, 'nonce')
      if (payload['azp'] !== undefined && payload['azp'] !== config.clientId)
        throw new errors.JWTClaimValidationFailed('for another client', payload, 'azp')
      const { sub, name, email } = payload
      return {
        subject: String(sub),
        name: typeof name === 'string' ? name : '',
        email: typeof email === 'string' ? email : null,
        emailVerified: payload['email_verified'] === true,
      }
    },
  }
}
