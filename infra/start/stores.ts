import path from 'node:path'
import { freePort } from '@toile/runtime/ports'
import { ensureDatabase, postgresProgram, postgresUrl } from './postgres.js'
import { findRedis, redisProgram, redisUrl } from './redis.js'
import type { Secrets } from './secrets.js'
import { supervise, type Supervised } from './supervise.js'
import type { Users } from './users.js'

export interface StoresOptions {
  dataDir: string
  /** Folder of the data: `dataDir`, or another folder when the system users cannot reach `dataDir`. */
  folder: string
  users: Users
  secrets: Pick<Secrets, 'POSTGRES_PASSWORD' | 'REDIS_PASSWORD'>
  /** Settings of the last start. Their ports are used again if possible. */
  before?: Record<string, string>
  /** Set by tests: Postgres gives up durability for speed, and Redis allows 1024 databases. */
  unsafe?: boolean
  signal: AbortSignal
  say: (line: string) => void
}

export interface Stores {
  databaseUrl: string
  redisUrl: string
  /** The programs that were started here; external stores are not included. */
  programs: Supervised[]
  stop(graceMs: number): Promise<void>
}

const READY_TIMEOUT_MS = 30_000

/** Uses DATABASE_URL and REDIS_URL. Starts a server for each of them that is not set. @throws StartupError */
export async function startStores(options: StoresOptions): Promise<Stores> {
  const { dataDir, say, signal } = options
  const programs: Supervised[] = []
  const stop = async (graceMs: number) => {
    for (const program of [...programs].reverse()) await program.stop(graceMs)
  }
  const giveUp = () => void stop(3_000)
  try {
    const redis = process.env['REDIS_URL'] ? undefined : await ownRedis(options)
    const postgres = process.env['DATABASE_URL'] ? undefined : await ownPostgres(options)
    signal.throwIfAborted()
    // An abort stops the stores only during the start. Later, the caller ends the stores' clients, then calls `stop`.
    signal.addEventListener('abort', giveUp)
    for (const own of [postgres, redis]) if (own) programs.push(supervise(own.program, dataDir, say))
    await Promise.all(programs.map((program) => program.firstReady(READY_TIMEOUT_MS)))
    if (postgres) await ensureDatabase(postgres.server, 'toile')
    signal.removeEventListener('abort', giveUp)
    return {
      databaseUrl: postgres?.url ?? process.env['DATABASE_URL'] ?? '',
      redisUrl: redis?.url ?? process.env['REDIS_URL'] ?? '',
      programs,
      stop,
    }
  } catch (error) {
    await stop(3_000)
    throw error
  }
}

async function ownPostgres({ folder, users, secrets, before, unsafe, say }: StoresOptions) {
  say('Starting Postgres ...')
  const port = await freePort(portOf(before?.['DATABASE_URL']))
  const own = { folder: path.join(folder, 'postgres'), port, password: secrets.POSTGRES_PASSWORD, user: users.stores }
  const program = postgresProgram({ ...own, unsafe: unsafe ?? false })
  return { program, url: postgresUrl(own, 'toile'), server: postgresUrl(own, 'postgres') }
}

async function ownRedis({ folder, users, secrets, before, unsafe = false, say }: StoresOptions) {
  const command = await findRedis(say)
  say('Starting Redis ...')
  const port = await freePort(portOf(before?.['REDIS_URL']))
  const password = secrets.REDIS_PASSWORD
  const own = { folder: path.join(folder, 'redis'), port, password, user: users.stores, unsafe, say }
  return { program: redisProgram(command, own), url: redisUrl(own) }
}

function portOf(url: string | undefined): number {
  return url?.includes('@127.0.0.1:') ? Number(new URL(url).port) : 0
}
