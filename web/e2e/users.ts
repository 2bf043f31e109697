import { newId } from '@toile/contracts/ids'
import type { UserGroup } from '@toile/contracts/users/users.constants'
import { insertSession } from '@toile/db/sessions/sessions'
import { signToken } from '@toile/runtime/tokens'
import { makeUser } from '@toile/testing/factories'
import { testSecret, openTestDb } from './toile-under-test.js'
import { uniqueName, type Session } from './visitor.js'

const DAY_MS = 86_400_000

/** Inserts a user with a session but without a password. registerByApi() creates a user with a password. */
export async function createUser({
  verified = true,
  group = 'user',
}: { verified?: boolean; group?: UserGroup } = {}): Promise<Session> {
  const db = openTestDb()
  const { id, username, email } = await makeUser(db, { name: uniqueName(), verified, group })
  const sid = newId()
  const expiresAt = new Date(Date.now() + DAY_MS)
  await insertSession(db, { id: sid, userId: id, expiresAt, userAgent: 'test', isProven: true })
  await db.destroy()
  const token = signToken({ sid, sub: id, exp: Math.floor(expiresAt.getTime() / 1_000) }, testSecret())
  const verifiedAt = verified ? new Date().toISOString() : null
  return { token, user: { id, name: username, email, email_verified_at: verifiedAt } }
}
