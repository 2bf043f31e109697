import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openDb, poolSizes } from '@toile/db/client'
import { openStorage } from '@toile/storage/open'
import { Redis } from 'ioredis'
import { keepSecrets } from '../start/secrets.js'
import { startStores } from '../start/stores.js'
import { ensureUsers } from '../start/users.js'
import { check } from './checks/checker.js'
import type { Stage } from './scene.js'
import type { System } from './system/system.js'
import { toile } from './system/toile-command.js'
import { emptyVerdict, type Evidence, type Verdict } from './checks/verdict.js'

const MOST_TRIES = 5
const GRACE_MS = 5_000

/** Restores a backup into an empty Toile and checks it. Backup, restore and the new Postgres are killed once each. */
export async function checkRestored(
  system: System,
  evidence: Omit<Evidence, 'uploads'>,
  { dataDir, say, broken }: Stage,
): Promise<Verdict> {
  const folder = path.join(dataDir, 'backup')
  const fresh = path.join(dataDir, 'fresh')
  mkdirSync(fresh, { mode: 0o755 })
  const verdict = emptyVerdict('I10', 'a restored backup is all of the above', 0)
  say('a backup, killed once')
  await toile(['backup', folder], system.env, (kill) => kill())
  if (!(await toile(['backup', folder], system.env))) verdict.lost.push('no backup could be taken')

  const users = ensureUsers()
  const parts = { dataDir: fresh, folder: fresh, users, secrets: keepSecrets(fresh), signal: broken, say }
  const stores = await startStores(parts)
  const files = path.join(fresh, 'files')
  const env = {
    DATA_DIR: fresh,
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    STORAGE_DRIVER: 'folder',
    STORAGE_DIR: files,
  }
  const db = openDb({ url: stores.databaseUrl, poolSize: poolSizes.tool, onError: () => {} })
  const redis = new Redis(stores.redisUrl)
  redis.on('error', () => {})
  try {
    say('its restore, killed once, then without its Postgres')
    await toile(['restore', folder], env, (kill) => kill())
    const postgres = stores.programs.find(({ name }) => name === 'postgres')!
    let isDone = await toile(['restore', folder], env, () => process.kill(postgres.pid()!, 'SIGKILL'))
    for (let i = 0; i < MOST_TRIES && !isDone; i++) isDone = await toile(['restore', folder], env)
    if (!isDone) verdict.lost.push('the backup could not be restored')
    say('comparing with what was restored')
    const storage = await openStorage({ driver: 'folder', folder: files })
    for (const one of await check({ ...evidence, db, storage, redis, witnesses: [] })) {
      // I6 needs open pages (witnesses), and there are none here.
      if (one.invariant === 'I6') continue
      verdict.operations += one.operations
      for (const kind of ['lost', 'doubled', 'stuck'] as const)
        verdict[kind].push(...one[kind].map((breach) => `${one.invariant} ${breach}`))
    }
  } finally {
    await db.destroy()
    redis.disconnect()
    await stores.stop(GRACE_MS)
  }
  return verdict
}
