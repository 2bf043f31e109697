import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from './with-client.js'

/**
 * The folder with the build's copy of the migrations in `schema/*.sql`. They run in order of name, usually each in a
 * transaction, and are never reverted. A migration may only add to the schema (expand and contract), because the
 * previous version must run on the new schema. Give an index its own migration, because its creation blocks writers
 * until the transaction ends. Build the index of a large table `concurrently`, outside a transaction.
 */
const SCHEMA_FOLDER = path.join(import.meta.dirname, 'migrations')

/**
 * First line of a migration that runs outside a transaction. Each of its statements must end with `;` at the end of a
 * line. After an interruption, all statements run again, so put `drop index concurrently if exists` before `create
 * index concurrently`.
 */
const OUTSIDE_A_TRANSACTION = /^-- outside a transaction\n/

/** Shorter than `lock_timeout` in client.ts, so that a call queued behind a waiting migration does not time out. */
const LOCK_SECONDS = 2

/** An arbitrary key that no other advisory lock uses. */
const ADVISORY_LOCK = 2_026_001
const LOCK_RETRY_MS = 100

export class SchemaTooOld extends Error {
  constructor() {
    super(
      'This database was made by a Toile from before the first release and cannot be migrated: ' +
        'start with an empty one (a new DATA_DIR for npm start, else a new DATABASE_URL).',
    )
  }
}

export function migrationNames(folder = SCHEMA_FOLDER): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files.map((file) => path.basename(file, '.sql')).toSorted()
}

/**
 * Applies missing migrations, up to `last` if given, and returns their names. Several processes may call it at once,
 * while the previous version still serves users. If the transaction of a migration waits for a lock longer than
 * `LOCK_SECONDS`, the migration fails without a change, and the call can be repeated. @throws SchemaTooOld, or an Error
 * with the name of the failed migration
 */
export function migrate(url: string, { folder = SCHEMA_FOLDER, last = '' } = {}): Promise<string[]> {
  return withClient(url, async (client) => {
    await lock(client)
    const known = migrationNames(folder)
    const applied = await appliedNames(client)
    // The schema is newer than this process. The process belongs to the previous version and must not touch the schema.
    if (applied.some((name) => !known.includes(name))) return []
    await client.query(`create table if not exists migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )`)
    const missing = known.filter((name) => !applied.includes(name) && (!last || name <= last))
    for (const name of missing) await apply(client, folder, name)
    return missing
  })
}

/** Takes the advisory lock that serializes migrations. It is held until the connection ends. */
async function lock(client: pg.Client): Promise<void> {
  const ask = () => client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [ADVISORY_LOCK])
  // Polled, because `create index concurrently` waits for all running statements. If another process waited in
  // pg_advisory_lock(), each of the two would wait for the other.
  while (!(await ask()).rows[0]!.locked) await wait(LOCK_RETRY_MS)
}

async function apply(client: pg.Client, folder: string, name: string): Promise<void> {
  const text = readFileSync(path.join(folder, `${name}.sql`), 'utf8')
  const record = () => client.query('insert into migrations (name) values ($1)', [name])
  try {
    if (OUTSIDE_A_TRANSACTION.test(text)) {
      for (const statement of text.split(/;\n/)) await client.query(statement)
      await record()
      return
    }
    await client.query('begin')
    await client.query(`set local lock_timeout = '${LOCK_SECONDS}s'`)
    await client.query(text)
    await record()
    await client.query('commit')
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
  }
}

/** Deletes everything in the database and applies the migrations up to `last`. */
export async function recreateSchema(url: string, last: string): Promise<void> {
  await withClient(url, (client) => client.query('drop schema public cascade; create schema public'))
  await migrate(url, { last })
}

export async function migrationsMissing(url: string, folder = SCHEMA_FOLDER): Promise<string[]> {
  const applied = await withClient(url, appliedNames)
  return migrationNames(folder).filter((name) => !applied.includes(name))
}

export async function appliedNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ isOld: boolean; isThere: boolean }>(
    `select to_regclass('kysely_migration') is not null as "isOld", to_regclass('migrations') is not null as "isThere"`,
  )
  if (rows[0]!.isOld) throw new SchemaTooOld()
  if (!rows[0]!.isThere) return []
  const applied = await client.query<{ name: string }>('select name from migrations order by name')
  return applied.rows.map(({ name }) => name)
}
