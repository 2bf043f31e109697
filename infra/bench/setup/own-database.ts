import { openDb, type Db, type DbOptions } from '@toile/db/client'
import { migrate } from '@toile/db/migrate'
import { ensureDatabase } from '../../start/postgres.js'

/** Opens a separate database with Toile's tables. It is separate because Toile's relay and workers must not use it. */
export async function openOwnDatabase(
  databaseUrl: string,
  name: string,
  options: Pick<DbOptions, 'poolSize' | 'onEvents'>,
): Promise<{ db: Db; url: string }> {
  await ensureDatabase(databaseUrl, name)
  const own = new URL(databaseUrl)
  own.pathname = `/${name}`
  await migrate(own.href)
  const db = openDb({ url: own.href, onError: () => {}, ...options })
  return { db, url: own.href }
}
