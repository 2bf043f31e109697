import { createSigner, createVerifier } from 'fast-jwt'

export interface TokenClaims {
  sid: string
  sub: string
  /** Seconds since 1970. */
  exp: number
}

// Signing and verification must use the same values. A token with another algorithm, audience or issuer is invalid.
const ALGORITHM = 'HS256' as const
export const tokenSignOptions = { algorithm: ALGORITHM, iss: 'toile', aud: 'toile' }
export const tokenVerifyOptions = {
  algorithms: [ALGORITHM] as (typeof ALGORITHM)[],
  allowedIss: 'toile',
  allowedAud: 'toile',
  // fast-jwt does not compare absent claims, so without this list a token without an issuer would pass.
  requiredClaims: ['sid', 'sub', 'exp', 'iss', 'aud'],
}

export function signToken(claims: TokenClaims, secret: string): string {
  return createSigner({ key: secret, ...tokenSignOptions })({ ...claims })
}

/** Undefined for an invalid or expired token. Does not check whether the session still exists. */
export function verifyToken(token: string, secret: string): TokenClaims | undefined {
  try {
    const claims = createVerifier({ key: secret, ...tokenVerifyOptions })(token) as TokenClaims
    return typeof claims.sid === 'string' && typeof claims.exp === 'number' ? claims : undefined
  } catch {
    return undefined
  }
}
