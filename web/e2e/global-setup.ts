import { sql } from 'kysely'
import { openTestDb } from './toile-under-test.js'
import { creator, signInByApi } from './visitor.js'

const admin = { login: 'admin@toile.local', password: process.env['DEMO_ADMIN_PASSWORD'] ?? '' }

/** Signs in once per run, not per process: sign-ins are rate-limited, and each failed test starts a new process. */
export default async function globalSetup(): Promise<void> {
  for (const [name, { login, password }] of Object.entries({ CREATOR_SESSION: creator, ADMIN_SESSION: admin }))
    process.env[name] = JSON.stringify(await signInByApi(login, password))
  // The last password check is dated a day ahead, so that no page asks for the password. Another test covers pages that
  // ask for it.
  const db = openTestDb()
  await sql`update sessions set proven_at = now() + interval '1 day'`.execute(db)
  await db.destroy()
}
