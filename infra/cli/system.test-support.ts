import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '@toile/db/client'
import { createTestDatabase } from '@toile/testing/database'
import { TEST_SECRET } from '@toile/testing/factories'
import { freePort } from '@toile/runtime/ports'
import { startTestRedis } from '@toile/testing/redis'
import { processes, root } from '../start/processes.js'

const ENTRIES = Object.fromEntries(processes.map(({ name, entry }) => [name, entry]))

export interface TestSystem {
  db: Db
  url: string
  /** For files of the test. */
  folder: string
  /** `npm run toile -- ...args` against this system; `onOutput` gets all that was printed so far. */
  toile(args: string[], onOutput?: (output: string) => void): Promise<{ code: number; output: string }>
  /** kill -9 and a new one on the same port. */
  restartApi(): void
  close(): Promise<void>
}

/** Every process of Toile for real, with a database, a Redis and a store of their own. */
export async function startTestSystem(): Promise<TestSystem> {
  const database = await createTestDatabase()
  const redis = await startTestRedis()
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-cli-'))
  const [port, realtimePort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SECRET: TEST_SECRET,
    STORAGE_DIR: path.join(folder, 'files'),
    PORT: String(port),
    PUBLIC_URL: url,
    REALTIME_PORT: String(realtimePort),
    REALTIME_URL: `http://127.0.0.1:${realtimePort}`,
    DATA_DIR: folder,
    MAIL_DIR: path.join(folder, 'mail'),
    LOG_LEVEL: 'silent',
  }
  const start = (entry: string) => spawn(process.execPath, [path.join(root, entry)], { env, stdio: 'ignore' })
  const running = new Map<string, ChildProcess>(Object.entries(ENTRIES).map(([name, entry]) => [name, start(entry)]))
  await untilAnswers(`${url}/health/ready`)
  await untilAnswers(`${url}/socket.io/?EIO=4&transport=polling`)
  return {
    db: database.db,
    url,
    folder,
    async toile(args, onOutput) {
      const child = spawn(process.execPath, [path.join(root, 'infra/dist/cli/toile.js'), ...args], { env })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
          onOutput?.(output)
        })
      const [code] = (await once(child, 'close')) as [number]
      return { code, output }
    },
    restartApi() {
      running.get('api')?.kill('SIGKILL')
      running.set('api', start(ENTRIES['api']!))
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
