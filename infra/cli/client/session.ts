import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { insertSession, revokeSession } from '@toile/db/sessions/sessions'
import type { User } from '@toile/db/users/users'
import { signToken } from '@toile/runtime/tokens'

/** This is enough for the longest upload. A session that a killed process could not end expires after this time. */
const SESSION_SECONDS = 24 * 3_600

/** Runs `work` with the token of a new session, which needs no password. Ends the session afterwards. */
export async function withSession<T>(
  db: Db,
  user: User,
  secret: string,
  work: (token: string) => Promise<T>,
): Promise<T> {
  const sid = newId()
  const exp = Math.floor(Date.now() / 1_000) + SESSION_SECONDS
  await insertSession(db, { id: sid, userId: user.id, expiresAt: new Date(exp * 1_000), userAgent: 'toile' })
  try {
    return await work(signToken({ sid, sub: user.id, exp }, secret))
  } finally {
    await revokeSession(db, sid)
  }
}
