import { createHash, randomBytes } from 'node:crypto'

/** 256 bits: not to be guessed, so a plain hash of it is as good as a slow one. */
const TOKEN_BYTES = 32

/** A token for a mailed link, and what Postgres keeps of it. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** What Postgres knows of a mailed token: its SHA-256. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
