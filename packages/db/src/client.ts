import { createHash } from 'node:crypto'
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  RawNode,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type OperationNode,
  type QueryResult,
  type RawBuilder,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { asStoreUnavailable } from '@toile/contracts/store-unavailable'
import type { Schema } from './schema.js'

/** The database, or an open transaction in it. */
export type Db = Kysely<Schema>

export interface DbOptions {
  url: string
  poolSize: number
  /**
   * Forces generic plans. Otherwise, Postgres makes a new plan for each call with a list of one id: a generic plan
   * assumes ten ids, so its estimated cost is higher than that of a plan for one id.
   */
  cachePlans?: boolean
  /** How long a query waits for a new or free connection before it fails. The default is 5 s. */
  connectionTimeoutMs?: number
  /** Called after every commit that wrote an event, to wake the relay. The callback must not throw or block. */
  onEvents?: () => void
  /** Called when a connection breaks; the pool replaces it. */
  onError: (error: Error) => void
}

/** Connections per process. Postgres' default of 100 is enough for seven API processes and one of each other kind. */
export const poolSizes = { api: 10, relay: 3, realtime: 3, worker: 3, tool: 3 }

// Only this many statements get a name, because each connection keeps every named statement and its plan in memory.
const MAX_NAMED_STATEMENTS = 1000

/**
 * Value of Postgres' `join_collapse_limit`. The query for a page of works has eight joins. With the default of 8, its
 * planning took 33 ms and its execution 0.4 ms. With 6, the planning takes 2.7 ms.
 */
const JOINS_REORDERED = 6

export const planning = `-c join_collapse_limit=${JOINS_REORDERED}`

/** SQLSTATEs of a lost connection, exhausted resources (such as a full disk) and a starting or stopping server. */
const OUT_OF_REACH = /^(08|53|57P)/

// Parses bigint as a number instead of a string: all bigint columns (sizes in bytes, versions) stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens a pool whose timeouts make calls to a frozen or restarted server fail within seconds instead of hanging. */
export function openDb({ url, poolSize, cachePlans, connectionTimeoutMs = 5_000, onEvents, onError }: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    query_timeout: 15_000,
    statement_timeout: 10_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    options: cachePlans ? `${planning} -c plan_cache_mode=force_generic_plan` : planning,
  })
  pool.on('error', onError)
  // pg-pool handles errors of idle connections only, and an unhandled error event ends the process. The handler is
  // added as soon as a connection exists, because the server may close it right after the handshake.
  pool.on('connect', (client) => client.on('error', onError))
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(pool, onEvents ?? (() => {})),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

const eventWriters = new WeakSet<OperationNode>()

/** Marks an SQL fragment that writes events. The relay wakes after the commit of each statement with the fragment. */
export function writingEvents(fragment: RawBuilder<unknown>): RawBuilder<unknown> {
  eventWriters.add(fragment.toOperationNode())
  return fragment
}

const writesEvents = (node: OperationNode): boolean =>
  eventWriters.has(node) || (RawNode.is(node) && node.parameters.some(writesEvents))

/** Names statements, so that each connection prepares each one once. List calls rose from 5,670 to 9,234 a second. */
class Connection implements DatabaseConnection {
  #client: pg.PoolClient
  #onEvents: () => void
  #isInTransaction = false
  #hasWrittenEvents = false
  #isBroken = false

  constructor(client: pg.PoolClient, onEvents: () => void) {
    this.#client = client
    this.#onEvents = onEvents
  }

  async executeQuery<R>({ sql: text, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#run(text, parameters, nameOf(text))
    this.#hasWrittenEvents ||= writesEvents(query)
    if (!this.#isInTransaction) this.#wake()
    const changes = command !== 'SELECT' && rowCount !== null
    return { ...(changes && { numAffectedRows: BigInt(rowCount) }), rows: rows as R[] }
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming a query is not supported')
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    await this.#run(
      ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '),
    )
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    const { command } = await this.#run('commit')
    this.#isInTransaction = false
    // If a statement in the transaction has failed, Postgres answers COMMIT with ROLLBACK and without an error.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: the error of a failed statement in it was ignored')
    this.#wake()
  }

  async rollback(): Promise<void> {
    await this.#run('rollback')
  }

  /** Returns the connection to the pool, or destroys it if it is broken. */
  release(): void {
    this.#client.release(this.#isBroken)
  }

  #wake() {
    if (this.#hasWrittenEvents) this.#onEvents()
    this.#hasWrittenEvents = false
  }

  async #run(text: string, values: readonly unknown[] = [], name?: string): Promise<pg.QueryResult> {
    try {
      return await this.#client.query({ ...(name && { name }), text, values: [...values] })
    } catch (error) {
      const isFromServer = error instanceof pg.DatabaseError
      this.#isBroken ||= !isFromServer || error.severity === 'FATAL'
      const thrown = !isFromServer || OUT_OF_REACH.test(error.code ?? '') ? asStoreUnavailable(error) : error
      // The driver's stack trace does not contain the caller of the query, so the stack of this call is appended.
      if (thrown instanceof Error) thrown.stack += `\n${new Error().stack!.replace(/^.*\n/, '')}`
      throw thrown
    }
  }
}

function createDriver(pool: pg.Pool, onEvents: () => void): Driver {
  const of = (connection: DatabaseConnection) => connection as Connection
  return {
    init: async () => {},
    acquireConnection: () =>
      pool.connect().then(
        (client) => new Connection(client, onEvents),
        (error: unknown) => {
          throw asStoreUnavailable(error)
        },
      ),
    beginTransaction: (connection, settings) => of(connection).begin(settings),
    commitTransaction: (connection) => of(connection).commit(),
    rollbackTransaction: (connection) => of(connection).rollback(),
    releaseConnection: async (connection) => of(connection).release(),
    destroy: () => pool.end(),
  }
}

const names = new Map<string, string>()

/** Start a statement with this if no generic plan suits it. The statement gets no name and is planned each time. */
export const plannedEachTime = sql`/* planned each time */`

function nameOf(text: string): string | undefined {
  if (text.startsWith('/* planned each time */')) return undefined
  let name = names.get(text)
  if (!name && names.size < MAX_NAMED_STATEMENTS) {
    name = createHash('sha1').update(text).digest('hex')
    names.set(text, name)
  }
  return name
}
