import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '@toile/runtime/ports'
import { testServer } from './database.js'

/** Takes and empties a database of the shared Redis: no test may use up another's rate limits. @returns its URL */
export async function createRedisDatabase(): Promise<string> {
  const url = new URL(testServer('TEST_REDIS_URL'))
  const client = new Redis(url.href)
  const [, count] = (await client.config('GET', 'databases')) as [string, string]
  // The numbers are taken in turn, so a number is taken again only long after the tests that used it have ended.
  const number = 1 + ((await client.incr('test:databases')) % (Number(count) - 1))
  await client.select(number)
  await client.flushdb()
  client.disconnect()
  url.pathname = `/${number}`
  return url.href
}

export interface TestRedis {
  url: string
  pid: number
  /** Starts a new process with the same port and data. Kill the old process first: the call waits for its end. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts a Redis that a test may freeze, kill or flush. `options` are settings of redis-server. */
export async function startTestRedis(options: Record<string, string> = {}): Promise<TestRedis> {
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-redis-'))
  const port = await freePort()
  const settings: Record<string, string> = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    'maxmemory-policy': 'noeviction',
    save: '',
    ...options,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const url = `redis://127.0.0.1:${port}`
  let child = await start(args, url)
  return {
    url,
    get pid() {
      return child.pid!
    },
    async restart() {
      // The old process holds the port until it has ended.
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      child = await start(args, url)
    },
    async stop() {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function start(args: string[], url: string) {
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  child.unref()
  child.once('exit', (code) => {
    if (code) throw new Error(`redis-server at ${url} ended with code ${code}`)
  })
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 30 })
  client.on('error', () => {})
  await client.ping()
  client.disconnect()
  return child
}
