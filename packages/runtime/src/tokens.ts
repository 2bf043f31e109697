import { createSigner, createVerifier } from 'fast-jwt'

/** What a session's token says: its row, its person, its end. Everything else is looked up. */
export interface TokenClaims {
  sid: string
  sub: string
  /** Seconds since 1970. */
  exp: number
}

// Fixed here for signing and checking alike: a token that names another algorithm, audience or issuer is no token.
const ALGORITHM = 'HS256' as const
export const tokenSignOptions = { algorithm: ALGORITHM, iss: 'toile', aud: 'toile' }
export const tokenVerifyOptions = {
  algorithms: [ALGORITHM] as (typeof ALGORITHM)[],
  allowedIss: 'toile',
  allowedAud: 'toile',
  // What is absent is not compared: without this a token of no issuer would pass.
  requiredClaims: ['sid', 'sub', 'exp', 'iss', 'aud'],
}

/** Signs a session's token outside the API (the command line does). */
export function signToken(claims: TokenClaims, secret: string): string {
  return createSigner({ key: secret, ...tokenSignOptions })({ ...claims })
}

/** The claims of a good token that has not run out; undefined for anything else. Whether its session lives is in Postgres. */
export function verifyToken(token: string, secret: string): TokenClaims | undefined {
  try {
    const claims = createVerifier({ key: secret, ...tokenVerifyOptions })(token) as TokenClaims
    return typeof claims.sid === 'string' && typeof claims.exp === 'number' ? claims : undefined
  } catch {
    return undefined
  }
}
