import { createHash } from 'node:crypto'

/** What Postgres knows of a mailed token: its SHA-256. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
