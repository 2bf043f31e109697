import { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Db } from '@toile/db/client'
import { until } from '@toile/testing/until'
import { onItsWay } from '../../chaos/checks/effects.js'
import { processes } from '../../start/processes.js'
import { monitorRedis } from '../redis-monitor.js'
import type { SharedSystem } from '../shared-system.js'

export interface Watch {
  /** Returns the logs, metrics, spans, Redis commands, and contents of Redis and the database, one text each. */
  traces(): Promise<Record<string, string>>
  rest(): Promise<void>
  /** Resets all rate limits. */
  forgetLimits(): Promise<void>
  close(): void
}

export async function watchSystem(system: SharedSystem): Promise<Watch> {
  const redis = new Redis(system.redisUrl)
  // The commands show even what Redis no longer contains at the end: messages and finished jobs.
  const commands: string[] = []
  const stop = await monitorRedis(system.redisUrl, ({ words }) => commands.push(words))
  return {
    rest: () => until(async () => (await onItsWay(system.db, redis)).length === 0),
    async traces() {
      const metrics = processes.map(async ({ name }) => {
        const says = new RegExp(`"pid":${system.pidOf(name)},.*"port":(\\d+),"msg":"ops server listens"`)
        const [, port] = says.exec(system.logs(name))!
        return (await fetch(`http://${new URL(system.url).hostname}:${port}/metrics`)).text()
      })
      return {
        logs: system.logs(),
        'what Redis holds': await textOfRedis(redis),
        'Redis commands': commands.join('\n'),
        database: await textOfDatabase(system.db),
        metrics: (await Promise.all(metrics)).join('\n'),
        spans: system.traces.join('\n'),
      }
    },
    forgetLimits: async () => {
      const keys = await redis.keys('toile:limit:*')
      if (keys.length > 0) await redis.del(keys)
    },
    close() {
      stop()
      redis.disconnect()
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
