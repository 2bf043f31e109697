/** What the client reads of a token's claims; it cannot check the signature and trusts them with nothing. */
export interface Claims {
  sub: string
  /** Seconds since 1970. */
  exp: number
}

/** The claims of a session's token; undefined when it is not one. */
export function claimsOf(token: string | undefined): Claims | undefined {
  try {
    const part = token!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    const { sub, exp } = JSON.parse(atob(part)) as Partial<Claims>
    return typeof sub === 'string' && typeof exp === 'number' ? { sub, exp } : undefined
  } catch {
    return undefined
  }
}

/** The token in the text of its cookie: JSON text of a string that is not empty. Anything else is no token. */
export function tokenOf(cookie: string | undefined): string | undefined {
  try {
    const token: unknown = JSON.parse(cookie!)
    return typeof token === 'string' && token !== '' ? token : undefined
  } catch {
    return undefined
  }
}
