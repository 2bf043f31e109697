import { randomBytes } from 'node:crypto'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { insertSession } from '@toile/db/sessions/sessions'
import { insertUser } from '@toile/db/users/users'
import { signToken } from '@toile/runtime/tokens'

const SESSION_MS = 3 * 3_600_000

export interface Person {
  id: string
  token: string
}

export async function makePerson(db: Db, secret: string, group: 'user' | 'admin' = 'user'): Promise<Person> {
  const name = `chaos-${randomBytes(4).toString('hex')}`
  const user = await insertUser(db, {
    username: name,
    email: `${name}@example.test`,
    passwordHash: 'none',
    inviteCode: name,
    emailVerified: true,
    group,
  })
  const sid = newId()
  const expiresAt = new Date(Date.now() + SESSION_MS)
  await insertSession(db, { id: sid, userId: user.id, expiresAt, userAgent: 'chaos' })
  const token = signToken({ sid, sub: user.id, exp: Math.floor(expiresAt.getTime() / 1_000) }, secret)
  return { id: user.id, token }
}
