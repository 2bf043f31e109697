import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { asStoreAway } from '@toile/contracts/store-unavailable'
import type { Schema } from './schema.js'

/** The database, or a transaction in it: every query function takes one first. */
export type Db = Kysely<Schema>

export interface DbOptions {
  url: string
  /** Connections at most; the sizes stand in one table, `poolSizes`. */
  poolSize: number
  /**
   * Whether Postgres keeps one plan for each statement, whatever its values. For processes that look things up by keys:
   * without it a list of one id is planned anew each time, because a plan for any list reckons with ten.
   */
  cachePlans?: boolean
  /** Called after every commit that wrote an event: wakes the relay. Must not throw or block. */
  onEvents?: () => void
  /** A connection that broke while idle; the pool replaces it. */
  onError: (error: Error) => void
}

/** Connections of one process. Postgres' default of 100 carries some eight API copies with their workers. */
export const poolSizes = { api: 10, relay: 3, realtime: 3, worker: 3, tool: 3 }

// Postgres keeps a plan for each named statement of each connection; past this many texts a process sends them unnamed.
const MAX_NAMED_STATEMENTS = 1000

/**
 * How many joins of a statement Postgres tries in every order; further ones stay as written. A page of works has eight:
 * at the default of 8 planning it took 33 ms and running it 0.4 ms, at 6 planning takes 2.7 ms.
 */
const JOINS_REORDERED = 6

/** What each connection tells Postgres of how statements are planned. */
export const planning = `-c join_collapse_limit=${JOINS_REORDERED}`

/** Postgres' codes for a connection that is lost, resources that are used up (its disk is full), and a server that starts or ends. */
const OUT_OF_REACH = /^(08|53|57P)/

// bigint columns (sizes in bytes, versions) stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens the pool. A frozen or restarted server costs an error after seconds, never a call that hangs for good. */
export function openDb({ url, poolSize, cachePlans, onEvents, onError }: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    statement_timeout: 10_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    options: cachePlans ? `${planning} -c plan_cache_mode=force_generic_plan` : planning,
  })
  pool.on('error', onError)
  // The pool listens while a connection is idle; one that breaks in use would otherwise end the process. At once when it
  // is made: the server's end may come with its greeting.
  pool.on('connect', (client) => client.on('error', onError))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: careful(pool, onEvents ?? (() => {})) }) })
}

/** Runs `work` in a transaction: the one that `db` already is, or a new one. */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/**
 * Wraps the pool's clients with what every statement of Toile gets: a name, so that Postgres prepares it once
 * (measured: 9,234 against 5,670 list calls a second), a check that a commit was one, and the wake-up after events.
 */
function careful(pool: pg.Pool, onEvents: () => void): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let inTransaction = false
    let wroteEvents = false
    let broken = false
    const query = async (text: string, values: readonly unknown[]) => {
      const name = nameOf(text)
      const result = await client
        .query({ ...(name && { name }), text, values: [...values] })
        .catch((error: unknown) => {
          const isFromServer = error instanceof pg.DatabaseError
          broken ||= !isFromServer || error.severity === 'FATAL'
          throw !isFromServer || OUT_OF_REACH.test(error.code ?? '') ? asStoreAway(error) : error
        })
      if (/^(begin|start transaction)/i.test(text)) {
        inTransaction = true
        wroteEvents = false
      }
      if (/^insert into events|[( ]insert into events/i.test(text)) wroteEvents = true
      if (/^(commit|rollback)$/i.test(text)) inTransaction = false
      // After an error inside a transaction Postgres answers COMMIT with ROLLBACK and no error: nothing was kept.
      if (/^commit$/i.test(text) && result.command !== 'COMMIT')
        throw new Error('The transaction was rolled back: a failed statement inside it was swallowed')
      if (!inTransaction && wroteEvents) {
        wroteEvents = false
        if (!/^rollback$/i.test(text)) onEvents()
      }
      return result
    }
    // A connection that failed by itself, or that Postgres ends, is not given to the next caller.
    // Kysely calls the two-argument form only (no cursors are configured).
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(broken) }
  }
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw asStoreAway(error)
      })
      let known = wrapped.get(client)
      if (!known) wrapped.set(client, (known = wrap(client)))
      return known
    },
    end: () => pool.end(),
  }
}

const names = new Map<string, string>()

/** The prepared statement's name: the hash of its text. Transaction commands have no plan to keep. */
function nameOf(text: string): string | undefined {
  if (/^(begin|start|commit|rollback|savepoint|release|set)\b/i.test(text)) return undefined
  let name = names.get(text)
  if (!name && names.size < MAX_NAMED_STATEMENTS) {
    name = createHash('sha1').update(text).digest('hex')
    names.set(text, name)
  }
  return name
}
