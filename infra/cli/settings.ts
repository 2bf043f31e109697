import { openDb, poolSizes, type Db } from '@toile/db/client'
import { readConfig, type Config } from '@toile/runtime/config'
import { dataFolder, readEnvironment } from '../start/environment.js'
import { CommandFailed } from './command.js'

/**
 * Merges the settings that `npm start` wrote, the environment, and `others`. Later sources win. @throws CommandFailed
 * when no database is set; Error with a list of invalid settings
 */
export function readSettings(needs: Parameters<typeof readConfig>[0], others: Record<string, string> = {}): Config {
  const env = { ...readEnvironment(dataFolder()), ...others }
  if (!env['DATABASE_URL'] && !env['DATABASE_URL_FILE'])
    throw new CommandFailed('No running Toile was found: start it first (npm start), or set DATABASE_URL and the rest.')
  return readConfig(needs, env)
}

export async function withDb<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb({ url: config.databaseUrl, poolSize: poolSizes.tool, onError: () => {} })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
