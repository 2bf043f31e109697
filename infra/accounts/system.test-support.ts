import { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Db } from '@toile/db/client'
import { startTestMailServer, type TestMailServer } from '@toile/testing/mail-server'
import { startTestSystem } from '../test/test-system.js'

export interface AccountsSystem {
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

/** The processes that accounts need, for real, and a mail server of their own. */
export async function startAccountsSystem(): Promise<AccountsSystem> {
  const mail = await startTestMailServer()
  const system = await startTestSystem(['api', 'realtime', 'relay', 'notifications'], {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Toile <no-reply@toile.example>',
    LOG_LEVEL: 'trace',
  })
  const redis = new Redis(system.redisUrl)
  return {
    url: system.url,
    mail,
    logs: () => system.logs(),
    redisText: () => textOfRedis(redis),
    databaseText: () => textOfDatabase(system.db),
    forgetLimits: async () => {
      const keys = await redis.keys('toile:limit:*')
      if (keys.length > 0) await redis.del(keys)
    },
    async close() {
      redis.disconnect()
      await system.close()
      await mail.stop()
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
