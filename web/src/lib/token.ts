/** The client cannot verify the token's signature, so these claims must not decide what a user may do. */
export interface Claims {
  sub: string
  /** Seconds since 1970. */
  exp: number
}

/** Undefined if the token cannot be decoded. */
export function claimsOf(token: string | undefined): Claims | undefined {
  try {
    const part = token!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    const { sub, exp } = JSON.parse(atob(part)) as Partial<Claims>
    return typeof sub === 'string' && typeof exp === 'number' ? { sub, exp } : undefined
  } catch {
    return undefined
  }
}

/** Reads the token from its cookie, which contains a non-empty JSON string. Anything else gives undefined. */
export function tokenOf(cookie: string | undefined): string | undefined {
  try {
    const token: unknown = JSON.parse(cookie!)
    return typeof token === 'string' && token !== '' ? token : undefined
  } catch {
    return undefined
  }
}
