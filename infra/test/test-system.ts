import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '@toile/db/client'
import { freePort } from '@toile/runtime/ports'
import { createTestDatabase } from '@toile/testing/database'
import { TEST_SECRET } from '@toile/testing/factories'
import { startTestRedis } from '@toile/testing/redis'
import { processes, root } from '../start/processes.js'

export interface TestSystem {
  db: Db
  redisUrl: string
  url: string
  /** For files of the test. */
  folder: string
  /** What its processes were started with. */
  env: NodeJS.ProcessEnv
  /** All that the processes have logged so far. */
  logs(): string
  /** kill -9 and a new one on the same ports. */
  restart(name: string): void
  close(): Promise<void>
}

/** Processes of Toile for real, with a database, a Redis and a store of their own. */
export async function startTestSystem(names: readonly string[], more: Record<string, string>): Promise<TestSystem> {
  const database = await createTestDatabase()
  const redis = await startTestRedis()
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-system-'))
  const [port, realtimePort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SECRET: TEST_SECRET,
    STORAGE_DIR: path.join(folder, 'files'),
    MAIL_DIR: path.join(folder, 'mail'),
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    REALTIME_PORT: String(realtimePort),
    REALTIME_URL: `http://127.0.0.1:${realtimePort}`,
    ...more,
  }
  let logged = ''
  const running = new Map<string, ChildProcess>()
  const start = (name: string) => {
    const { entry } = processes.find((process_) => process_.name === name)!
    const child = spawn(process.execPath, [path.join(root, entry)], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (logged += chunk.toString()))
    running.set(name, child)
  }
  names.forEach(start)
  await untilAnswers(`${url}/health/ready`)
  await untilAnswers(`${url}/socket.io/?EIO=4&transport=polling`)
  return {
    db: database.db,
    redisUrl: redis.url,
    url,
    folder,
    env,
    logs: () => logged,
    restart(name) {
      running.get(name)?.kill('SIGKILL')
      start(name)
    },
    async close() {
      for (const child of running.values()) {
        child.kill('SIGTERM')
        if (child.exitCode === null) await once(child, 'exit')
      }
      await redis.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswers(url: string): Promise<void> {
  const answers = () =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await answers())) await wait(50)
}
