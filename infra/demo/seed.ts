import { randomBytes } from 'node:crypto'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { findUserByEmail, insertUser, setPasswordHash } from '@toile/db/queries/users'
import { hashPassword } from '@toile/runtime/passwords'

// node infra/dist/demo/seed.js: the two demo accounts, with the passwords that the launcher made. May run again and again.

interface DemoAccount {
  username: string
  group: 'user' | 'admin'
  password: string | undefined
}

async function seedAccount(db: Db, { username, group, password }: DemoAccount): Promise<void> {
  if (!password) throw new Error(`The password of the demo account ${username} is not set`)
  const email = `${username}@toile.local`
  const passwordHash = await hashPassword(password)
  const there = await findUserByEmail(db, email)
  if (there) return setPasswordHash(db, there.id, passwordHash)
  const inviteCode = randomBytes(6).toString('hex')
  await insertUser(db, { username, email, passwordHash, inviteCode, group, emailVerified: true, demo: true })
}

const url = process.env['DATABASE_URL']
if (!url) throw new Error('DATABASE_URL is not set')
const db = openDb({ url, poolSize: poolSizes.tool, onError: () => {} })
try {
  await seedAccount(db, { username: 'creator', group: 'user', password: process.env['DEMO_CREATOR_PASSWORD'] })
  await seedAccount(db, { username: 'admin', group: 'admin', password: process.env['DEMO_ADMIN_PASSWORD'] })
} finally {
  await db.destroy()
}
