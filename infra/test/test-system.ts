import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Db } from '@toile/db/client'
import { freePort } from '@toile/runtime/ports'
import { createTestDatabase } from '@toile/testing/database'
import { TEST_SECRET } from '@toile/testing/factories'
import { startTestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import { root } from '@toile/runtime/root'
import { processes } from '../start/processes.js'

/** This is not the default address, so a process that ignores HOST cannot be reached under its expected address. */
const HOST = '127.0.0.2'
/** Programs must accept these characters in paths. */
const ODD_NAME = `toile's "own" földër %20 \\-`

export interface TestSystem {
  db: Db
  redisUrl: string
  url: string
  folder: string
  env: NodeJS.ProcessEnv
  /** Log output so far, of one process or of all processes one after the other. */
  logs(name?: string): string
  pidOf(name: string): number
  /** Kills the process with kill -9, then starts it again on the same ports. */
  restart(name: string): void
  close(): Promise<void>
}

export async function startTestSystem(names: readonly string[], more: Record<string, string>): Promise<TestSystem> {
  const [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()])
  const folder = await mkdtemp(path.join(tmpdir(), ODD_NAME))
  const [port, realtimePort] = [await freePort(), await freePort()]
  const url = `http://${HOST}:${port}`
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SECRET: TEST_SECRET,
    STORAGE_DIR: path.join(folder, 'files'),
    MAIL_DIR: path.join(folder, 'mail'),
    DATA_DIR: folder,
    HOST,
    PORT: String(port),
    PUBLIC_URL: url,
    REALTIME_PORT: String(realtimePort),
    REALTIME_URL: `http://${HOST}:${realtimePort}`,
    ...more,
  }
  // The runner keeps this folder if a test fails.
  const logFolder = path.join(process.env['TEST_LOGS']!, String(port))
  mkdirSync(logFolder, { recursive: true })
  /** Each process has its own log, because concurrent writes would mix lines. */
  const logged = new Map(names.map((name) => [name, '']))
  const running = new Map<string, ChildProcess>()
  const start = (name: string) => {
    const { entry } = processes.find((process_) => process_.name === name)!
    const child = spawn(process.execPath, [path.join(root, entry)], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        logged.set(name, logged.get(name)! + chunk.toString())
        appendFileSync(path.join(logFolder, `${name}.log`), chunk)
      })
    running.set(name, child)
  }
  names.forEach(start)
  await until(() => names.every((name) => isReady(name, logged.get(name)!)))
  return {
    db: database.db,
    redisUrl: redis.url,
    url,
    folder,
    env,
    logs: (name) => (name ? logged.get(name)! : [...logged.values()].join('')),
    pidOf: (name) => running.get(name)!.pid!,
    restart(name) {
      running.get(name)?.kill('SIGKILL')
      start(name)
    },
    async close() {
      await Promise.all(
        [...running.values()].map(async (child) => {
          child.kill('SIGTERM')
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        }),
      )
      await redis.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function isReady(name: string, logged: string): boolean {
  if (/ cannot start: /.test(logged)) throw new Error(logged)
  return new RegExp(`"(worker-)?${name} is ready"`).test(logged)
}
