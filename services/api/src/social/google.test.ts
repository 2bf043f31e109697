import { decodeJwt, generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import t from '@toile/testing/tap'
import type { OpenIdProvider } from '@toile/testing/providers/openid'
import { startSocialTest, type SocialTest } from './test-social.js'

let api: SocialTest
t.before(async () => {
  api = await startSocialTest()
  api.google.accounts.set('g-ann', { name: 'Ann', email: 'ann@example.test', emailVerified: true })
})
t.teardown(() => api.close())

type Forge = NonNullable<OpenIdProvider['forge']>

function signed(change: (claims: JWTPayload) => JWTPayload, header: object = {}, other?: CryptoKey): Forge {
  return async (idToken, key) =>
    new SignJWT(change(decodeJwt(idToken)))
      .setProtectedHeader({ alg: 'RS256', kid: key.kid!, ...header })
      .sign(other ?? (await importJWK(key as JsonWebKey, 'RS256')))
}

await t.test('O05 an ID token with any wrong part is refused', async (t) => {
  const attacker = await generateKeyPair('RS256')
  const now = Math.floor(Date.now() / 1_000)
  const secret = new TextEncoder().encode(api.google.clientSecret)
  const bad: Record<string, Forge> = {
    'another audience': signed((claims) => ({ ...claims, aud: 'another-client' })),
    'for another client among several': signed(({ aud, ...claims }) => ({
      ...claims,
      aud: [aud as string, 'another'],
      azp: 'another',
    })),
    'another nonce': signed((claims) => ({ ...claims, nonce: 'of another sign-in' })),
    'no nonce': signed(({ nonce: _, ...claims }) => claims),
    'another issuer': signed((claims) => ({ ...claims, iss: 'https://accounts.google.com.evil.test' })),
    expired: signed((claims) => ({ ...claims, iat: now - 500, exp: now - 120 })),
    'made long ago': signed((claims) => ({ ...claims, iat: now - 3_600 })),
    'no subject': signed(({ sub: _, ...claims }) => claims),
    'signed by a stranger': signed((claims) => claims, {}, attacker.privateKey),
    'signed by a stranger, with a link to their key': signed(
      (claims) => claims,
      { jku: 'https://evil.test/jwks', kid: 'evil' },
      attacker.privateKey,
    ),
    'not signed': async (idToken) => new UnsecuredJWT(decodeJwt(idToken)).encode(),
    'signed with what the client shares': async (idToken) =>
      new SignJWT(decodeJwt(idToken)).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    'no token': async () => 'nothing',
  }
  for (const [why, forge] of Object.entries(bad)) {
    api.google.forge = forge
    const { status, body } = await api.signIn('google', 'Ann')
    t.equal(status, 422, why)
    t.match(body, { code: 'SOCIAL_REFUSED', message: 'Google couldn’t confirm your identity. Start again.' }, why)
  }
  t.same(await api.db.selectFrom('identities').select('subject').execute(), [])
  api.google.forge = signed((claims) => claims)
  t.equal((await api.signIn('google', 'Ann')).status, 200, 'signed anew and unchanged it is good')
})
