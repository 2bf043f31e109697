import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits cannot be guessed, so a fast hash protects them as well as a slow one. */
const TOKEN_BYTES = 32

export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
