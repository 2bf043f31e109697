import { openDb, poolSizes, type Db } from '@toile/db/client'
import { readConfig } from '@toile/runtime/config'
import { openStorage } from '@toile/storage/open'
import type { Storage } from '@toile/storage/storage'
import { Redis } from 'ioredis'
import { writtenEnvironment } from '../start/environment.js'
import { freePort } from '@toile/runtime/ports'
import { processes, processProgram } from '../start/processes.js'
import { supervise, type Supervised } from '../start/supervise.js'
import { startToile } from '../start/toile.js'

export interface System {
  /** Two copies of the API. */
  urls: string[]
  programs: Supervised[]
  db: Db
  redis: Redis
  storage: Storage
  secret: string
  stop(): Promise<void>
}

export interface SystemOptions {
  dataDir: string
  lockSeconds: number
  say: (line: string) => void
  /** Breaks the start off. */
  signal: AbortSignal
}

const GRACE_MS = 3_000
const READY_MS = 60_000
const SWEEP_AFTER_SECONDS = 3

/**
 * A whole Toile of real processes on a folder of its own, with a second API and a second uploads worker. Ends what it
 * had started when it throws.
 */
export async function startSystem({ dataDir, lockSeconds, say, signal }: SystemOptions): Promise<System> {
  Object.assign(process.env, {
    JOB_LOCK_SECONDS: String(lockSeconds),
    SWEEP_AFTER_SECONDS: String(SWEEP_AFTER_SECONDS),
    WORKER_CONCURRENCY: '1',
    LOG_LEVEL: 'warn',
  })
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end)
  const port = await freePort()
  const toile = await startToile({ dataDir, port, demo: false, installTools: false, say, signal: ending.signal })
  const extras: Supervised[] = []
  const closers: (() => unknown)[] = []
  const stop = async () => {
    signal.removeEventListener('abort', end)
    await Promise.all(closers.map((close) => close()))
    await Promise.all(extras.map((program) => program.stop(GRACE_MS)))
    end()
    await toile.stopped
  }
  try {
    // From here on the stop is ours to order: first the extras, then the rest.
    signal.removeEventListener('abort', end)
    const env = writtenEnvironment(dataDir)
    const secondPort = await freePort()
    for (const [name, over] of [
      ['api', { PORT: String(secondPort) }],
      ['uploads', {}],
    ] as const) {
      const entry = processes.find((one) => one.name === name)!
      const program = processProgram({ ...entry, name: `${name}-2` }, { ...env, ...over }, await freePort())
      extras.push(supervise(program, dataDir, say))
    }
    await Promise.all(extras.map((program) => program.firstReady(READY_MS)))
    const config = readConfig(['secret', 'storage'], env)
    const db = openDb({ url: config.databaseUrl, poolSize: poolSizes.tool, onError: () => {} })
    closers.push(() => db.destroy())
    const redis = new Redis(config.redisUrl, { maxRetriesPerRequest: null })
    // It is killed on purpose.
    redis.on('error', () => {})
    closers.push(() => redis.disconnect())
    return {
      urls: [port, secondPort].map((each) => `http://127.0.0.1:${each}`),
      programs: [...toile.programs, ...extras],
      db,
      redis,
      storage: openStorage(config.storage),
      secret: config.secret,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
