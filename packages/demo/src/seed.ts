import { openDb, poolSizes } from '@toile/db/client'
import { readConfig } from '@toile/runtime/config'
import { readSecretFiles } from '@toile/runtime/secret-settings'
import { openStorage } from '@toile/storage/open'
import { ensureDemoAccount } from './accounts.js'
import { makeDemoSoftware } from './software.js'

// `npm start` runs this if its last run had no demo. It makes demo accounts or sets their passwords, and adds software.

const problems: string[] = []
const settings = readSecretFiles(process.env, problems)
if (problems.length) throw new Error(problems.join('\n'))

function needed(name: string): string {
  const value = settings[name]
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
  const made = await makeDemoSoftware(db, await openStorage(readConfig(['storage'], process.env).storage))
  if (made) console.log('software: made')
} finally {
  await db.destroy()
}
