import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from './with-client.js'

/**
 * The migrations: `schema/*.sql`, which the build puts beside what runs them. They run in the order of their names, each in a
 * transaction. They only go forward, and expand before they contract: the version before must run on the schema after. An
 * index is built in a migration of its own, since writers wait meanwhile; on a table so large that they would wait too long,
 * outside a transaction and `concurrently`.
 */
const SCHEMA_FOLDER = path.join(import.meta.dirname, 'migrations')

/**
 * The first line of a file that no transaction may hold. Its statements end with `;` at the end of a line and run one by one;
 * broken off, all of them run again: `drop index concurrently if exists` comes before `create index concurrently`.
 */
const OUTSIDE_A_TRANSACTION = /^-- outside a transaction\n/

/** Less than a call waits (see client.ts) that queues behind a migration which waits. */
const LOCK_SECONDS = 2

/** Any number that nothing else locks. */
const ADVISORY_LOCK = 2_026_001
const LOCK_RETRY_MS = 100

/** The database was made by the migrations of before the first release. */
export class SchemaTooOld extends Error {
  constructor() {
    super(
      'This database was made by a Toile of before the first release, and cannot be carried over: ' +
        'start with an empty one (a new DATA_DIR for npm start, else a new DATABASE_URL).',
    )
  }
}

/** Names of the migrations that this version knows, in their order. */
export function migrationNames(folder = SCHEMA_FOLDER): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return files.map((file) => path.basename(file, '.sql')).toSorted()
}

/**
 * Brings the schema up to date, or as far as the migration `last`; returns the names of what was applied. Safe to run from
 * several processes at once, and while the version before serves: each migration has a transaction of its own, so that no
 * table stays locked while a later one waits or works, and waits for a lock for `LOCK_SECONDS`. What waited in vain throws
 * and has left nothing; it is run again.
 *
 * @throws SchemaTooOld
 */
export function migrate(url: string, { folder = SCHEMA_FOLDER, last = '' } = {}): Promise<string[]> {
  return withClient(url, async (client) => {
    await lock(client)
    const known = migrationNames(folder)
    const applied = await appliedNames(client)
    // A process of the version before may start while the schema is already ahead: that is allowed, and leaves it alone.
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

/** Until the connection ends. */
async function lock(client: pg.Client): Promise<void> {
  const ask = () => client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [ADVISORY_LOCK])
  // Asked for anew, not waited for: `create index concurrently` waits for every statement that is under way.
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

/**
 * Empties the database altogether and gives it the schema as it was after the migration `last`, to be filled again.
 * Whoever calls has made sure that nothing in it is wanted.
 */
export async function recreateSchema(url: string, last: string): Promise<void> {
  await withClient(url, (client) => client.query('drop schema public cascade; create schema public'))
  await migrate(url, { last })
}

/** Names of the migrations that the database still lacks. */
export async function migrationsMissing(url: string, folder = SCHEMA_FOLDER): Promise<string[]> {
  const applied = await withClient(url, appliedNames)
  return migrationNames(folder).filter((name) => !applied.includes(name))
}

/**
 * Names of the migrations that the database has.
 *
 * @throws SchemaTooOld
 */
export async function appliedNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ isOld: boolean; isThere: boolean }>(
    `select to_regclass('kysely_migration') is not null as "isOld", to_regclass('migrations') is not null as "isThere"`,
  )
  if (rows[0]!.isOld) throw new SchemaTooOld()
  if (!rows[0]!.isThere) return []
  const applied = await client.query<{ name: string }>('select name from migrations order by name')
  return applied.rows.map(({ name }) => name)
}
