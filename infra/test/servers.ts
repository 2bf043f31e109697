import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureDatabase } from '../start/postgres.js'
import { runCommand } from '../start/run-command.js'
import { startStores } from '../start/stores.js'
import { findTools } from '../start/tools.js'
import { ensureUsers, storesFolder } from '../start/users.js'
import { toolsOf } from './test-tools.js'

export interface TestServers {
  /** Folder for temporary files, which stop() removes. */
  folder: string
  env: Record<string, string>
  /** Resolves when all installations of tools have ended, even if one failed. Before that, programs may be missing. */
  toolsSettled: Promise<void>
  stop(): Promise<void>
}

const TEMPLATE = 'toile_template'

/** Starts Redis and a non-durable Postgres with a migrated template. Starts to install tools. @throws StartupError */
export async function startTestServers(
  sources: readonly string[],
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<TestServers> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'toile-test-'))
  // If the tests run as root, Postgres and the media tools run as other users, who must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  const users = ensureUsers()
  const folder = storesFolder(dataDir, users)
  const random = () => randomBytes(16).toString('hex')
  const secrets = { POSTGRES_PASSWORD: random(), REDIS_PASSWORD: random() }
  const stores = await startStores({ dataDir, folder, users, secrets, unsafe: true, signal, say })
  const stop = async () => {
    await stores.stop(5_000)
    for (const temporary of [dataDir, folder]) rmSync(temporary, { recursive: true, force: true })
  }
  try {
    await ensureDatabase(stores.databaseUrl, TEMPLATE)
    const template = new URL(stores.databaseUrl)
    template.pathname = `/${TEMPLATE}`
    await runCommand('packages/db/dist/migrate-command.js', { DATABASE_URL: template.href })
    const tools = findTools({ folder: path.join(folder, 'tools'), say, mayInstall: true, wanted: toolsOf(sources) })
    if (tools.installing().length) say(`Installing ${tools.installing().join(' and ')} ...`)
    const env = {
      TEST_DATABASE_URL: stores.databaseUrl,
      TEST_REDIS_URL: stores.redisUrl,
      ...tools.env,
      ...(users.media && { MEDIA_USER: users.media.name }),
      ...(users.browser && { BROWSER_USER: users.browser.name }),
    }
    return { folder: dataDir, env, toolsSettled: tools.settled, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
