import { randomBytes } from 'node:crypto'
import type { UserGroup } from '@toile/contracts/users/users.constants'
import type { Db } from '@toile/db/client'
import { setPasswordHash } from '@toile/db/sessions/passwords'
import { findLogin, insertUser, isNameFree } from '@toile/db/users/users'
import { hashPassword, passwordFits } from '@toile/runtime/passwords'

interface DemoAccount {
  username: string
  nickname?: string
  group: UserGroup
  password: string
  /** Invite code of the account that is shown as the inviter. */
  invitedByCode?: string | undefined
}

/** Creates the demo account `<username>@toile.local` or sets its password. Leaves ordinary accounts unchanged. */
export async function ensureDemoAccount(
  db: Db,
  { username, nickname, group, password, invitedByCode }: DemoAccount,
): Promise<'made' | 'up to date' | 'given its new password' | 'left alone: the name is taken'> {
  const email = `${username}@toile.local`
  const found = (await findLogin(db, email)) ?? (await findLogin(db, username))
  if (!found) {
    if (!(await isNameFree(db, username))) return 'left alone: the name is taken'
    const passwordHash = await hashPassword(password)
    const inviteCode = randomBytes(6).toString('hex')
    await insertUser(db, {
      username,
      ...(nickname && (await isNameFree(db, nickname)) && { nickname }),
      email,
      group,
      passwordHash,
      inviteCode,
      invitedByCode,
      emailVerified: true,
      demo: true,
    })
    return 'made'
  }
  if (!found.demo) return 'left alone: the name is taken'
  if (await passwordFits(found.password_hash, password)) return 'up to date'
  await setPasswordHash(db, found.id, await hashPassword(password))
  return 'given its new password'
}
