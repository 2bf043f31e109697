import { sql } from 'kysely'
import { openTestDb } from './toile-under-test.js'
import { creator, signInByApi } from './visitor.js'

const admin = { login: 'admin@toile.local', password: process.env['DEMO_ADMIN_PASSWORD'] ?? '' }

/**
 * Signs the demo accounts in, once for all tests: the server counts sign-ins, and after a test that fails the next ones
 * run in a new process, which would have to sign in anew.
 */
export default async function globalSetup(): Promise<void> {
  for (const [name, { login, password }] of Object.entries({ CREATOR_SESSION: creator, ADMIN_SESSION: admin }))
    process.env[name] = JSON.stringify(await signInByApi(login, password))
  // For as long as the tests run: what asks for the password again has a test of its own.
  const db = openTestDb()
  await sql`update sessions set proven_at = now() + interval '1 day'`.execute(db)
  await db.destroy()
}
