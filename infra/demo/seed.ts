import { openDb, poolSizes } from '@toile/db/client'
import { ensureDemoAccount } from './accounts.js'

// Run by `npm start`: node infra/dist/demo/seed.js makes the demo content that is missing, and may run again.

function needed(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

const db = openDb({ url: needed('DATABASE_URL'), poolSize: poolSizes.tool, onError: () => {} })
try {
  for (const account of [
    { username: 'creator', group: 'user', password: needed('DEMO_CREATOR_PASSWORD') },
    { username: 'admin', group: 'admin', password: needed('DEMO_ADMIN_PASSWORD') },
  ] as const)
    console.log(`${account.username}: ${await ensureDemoAccount(db, account)}`)
} finally {
  await db.destroy()
}
