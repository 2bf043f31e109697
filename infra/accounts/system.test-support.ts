import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Db } from '@toile/db/client'
import { freePort } from '@toile/runtime/ports'
import { createTestDatabase } from '@toile/testing/database'
import { TEST_SECRET } from '@toile/testing/factories'
import { startTestMailServer, type TestMailServer } from '@toile/testing/mail-server'
import { startTestRedis } from '@toile/testing/redis'
import { root } from '../start/processes.js'

const ENTRIES = [
  'services/api/dist/main.js',
  'services/realtime/dist/main.js',
  'services/relay/dist/main.js',
  'workers/notifications/dist/main.js',
]

export interface AccountsSystem {
  db: Db
  url: string
  mail: TestMailServer
  /** All that the processes have logged so far, at the level `trace`. */
  logs(): string
  /** Every key of Redis with its value, as text. */
  redisText(): Promise<string>
  /** Every row of every table, as text. */
  databaseText(): Promise<string>
  /** Forgets how often anybody asked for anything. */
  forgetLimits(): Promise<void>
  close(): Promise<void>
}

/** The processes that accounts need, for real, with a database, a Redis and a mail server of their own. */
export async function startAccountsSystem(): Promise<AccountsSystem> {
  const database = await createTestDatabase()
  const server = await startTestRedis()
  const mail = await startTestMailServer()
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-accounts-'))
  const [port, realtimePort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    REDIS_URL: server.url,
    SECRET: TEST_SECRET,
    STORAGE_DIR: path.join(folder, 'files'),
    PORT: String(port),
    PUBLIC_URL: url,
    REALTIME_PORT: String(realtimePort),
    REALTIME_URL: `http://127.0.0.1:${realtimePort}`,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Toile <no-reply@toile.example>',
    LOG_LEVEL: 'trace',
  }
  let logged = ''
  const running = ENTRIES.map((entry): ChildProcess => {
    const child = spawn(process.execPath, [path.join(root, entry)], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (logged += chunk.toString()))
    return child
  })
  for (const there of [`${url}/health/ready`, `${url}/socket.io/?EIO=4&transport=polling`])
    while (
      !(await fetch(there).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await wait(50)
  const redis = new Redis(server.url)
  return {
    db: database.db,
    url,
    mail,
    logs: () => logged,
    redisText: () => textOfRedis(redis),
    databaseText: () => textOfDatabase(database.db),
    forgetLimits: async () => {
      const keys = await redis.keys('toile:limit:*')
      if (keys.length > 0) await redis.del(keys)
    },
    async close() {
      for (const child of running) {
        child.kill('SIGTERM')
        if (child.exitCode === null) await once(child, 'exit')
      }
      redis.disconnect()
      await mail.stop()
      await server.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function textOfRedis(redis: Redis): Promise<string> {
  const texts: string[] = []
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key)
    const value =
      type === 'hash'
        ? await redis.hgetall(key)
        : type === 'stream'
          ? await redis.xrange(key, '-', '+')
          : type === 'zset'
            ? await redis.zrange(key, '0', '-1')
            : type === 'list'
              ? await redis.lrange(key, 0, -1)
              : type === 'set'
                ? await redis.smembers(key)
                : await redis.get(key)
    texts.push(`${key} ${JSON.stringify(value)}`)
  }
  return texts.join('\n')
}

async function textOfDatabase(db: Db): Promise<string> {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`.execute(db)
  const texts = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ text: string | null }>`select string_agg(r::text, E'\n') as text from ${sql.table(name)} r`.execute(db),
    ),
  )
  return texts.map(({ rows }) => rows[0]?.text ?? '').join('\n')
}
