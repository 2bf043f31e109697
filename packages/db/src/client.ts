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
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(pool, onEvents ?? (() => {})),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/** Runs `work` in a transaction: the one that `db` already is, or a new one. */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** Fragments of SQL that write events, as the nodes that a query holds them by. */
const eventWriters = new WeakSet<OperationNode>()

/** Says of a fragment that it writes events: the relay is woken after the commit of each statement that holds it. */
export function writingEvents(fragment: RawBuilder<unknown>): RawBuilder<unknown> {
  eventWriters.add(fragment.toOperationNode())
  return fragment
}

const writesEvents = (node: OperationNode): boolean =>
  eventWriters.has(node) || (RawNode.is(node) && node.parameters.some(writesEvents))

/**
 * A connection as one caller has it. Each statement gets a name, so that Postgres prepares it once (measured: 9,234 against
 * 5,670 list calls a second).
 */
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
    throw new Error('No query is read as a stream')
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
    // After an error inside a transaction Postgres answers COMMIT with ROLLBACK and no error: nothing was kept.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a failed statement inside it was swallowed')
    this.#wake()
  }

  async rollback(): Promise<void> {
    await this.#run('rollback')
  }

  /** One that failed by itself, or that Postgres ends, is not given to the next caller. */
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
      const thrown = !isFromServer || OUT_OF_REACH.test(error.code ?? '') ? asStoreAway(error) : error
      // The driver's own stack ends at the socket: who asked is on ours.
      if (thrown instanceof Error) thrown.stack += `\n${new Error().stack!.replace(/^.*\n/, '')}`
      throw thrown
    }
  }
}

/** Kysely's driver of Postgres, with what every statement of Toile gets; see Connection. */
function createDriver(pool: pg.Pool, onEvents: () => void): Driver {
  const of = (connection: DatabaseConnection) => connection as Connection
  return {
    init: async () => {},
    acquireConnection: () =>
      pool.connect().then(
        (client) => new Connection(client, onEvents),
        (error: unknown) => {
          throw asStoreAway(error)
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

/** Begins a statement of which no plan fits all values: Postgres plans it anew, by what it knows of these. */
export const plannedEachTime = sql`/* planned each time */`

/** The prepared statement's name: the hash of its text. */
function nameOf(text: string): string | undefined {
  if (text.startsWith('/* planned each time */')) return undefined
  let name = names.get(text)
  if (!name && names.size < MAX_NAMED_STATEMENTS) {
    name = createHash('sha1').update(text).digest('hex')
    names.set(text, name)
  }
  return name
}
