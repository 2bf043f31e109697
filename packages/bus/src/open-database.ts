import { openDb, type Db, type DbOptions } from '@toile/db/client'
import type { Running } from '@toile/runtime/process'

/** Opens the Postgres pool and adds its readiness check. The pool closes after all shutdown steps added later. */
export function openDatabase(running: Running, options: Omit<DbOptions, 'url' | 'onError'>): Db {
  const { config, log } = running
  const onError = (error: Error) => log.warn({ err: error.message }, 'postgres')
  const db = openDb({ url: config.databaseUrl, onError, ...options })
  running.check('postgres', async () => {
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
    return 'ok'
  })
  running.onShutdown('postgres', () => db.destroy())
  return db
}
