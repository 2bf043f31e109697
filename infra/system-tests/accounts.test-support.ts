import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Db } from '@toile/db/client'
import { startFacebookProvider } from '@toile/testing/facebook-provider'
import { startTestMailServer, type TestMailServer } from '@toile/testing/mail-server'
import type { ProviderServer } from '@toile/testing/provider-server'
import { until } from '@toile/testing/until'
import { onItsWay } from '../chaos/check-effects.js'
import { startTestSystem } from '../test/test-system.js'

export interface AccountsSystem {
  url: string
  db: Db
  mail: TestMailServer
  /** Fails whenever it is asked, and is told a client's secret each time. */
  facebook: ProviderServer
  /** Everything that anybody could read later, as text by where it lies. */
  traces(): Promise<Record<string, string>>
  /** When nothing is on its way any more. */
  rest(): Promise<void>
  /** Forgets how often anybody asked for anything. */
  forgetLimits(): Promise<void>
  close(): Promise<void>
}

/** The processes that accounts need, for real, with a mail server, a provider and a receiver of traces of their own. */
export async function startAccountsSystem(clientSecret: string): Promise<AccountsSystem> {
  const mail = await startTestMailServer()
  const facebook = await startFacebookProvider({ clientId: 'toile-test', clientSecret, redirectUri: 'none' })
  facebook.faults.fail = true
  let spans = ''
  const receiver = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (spans += chunk.toString()))
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const names = ['api', 'realtime', 'relay', 'notifications', 'analytics', 'images']
  const system = await startTestSystem(names, {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Toile <no-reply@toile.example>',
    LOG_LEVEL: 'trace',
    FACEBOOK_CLIENT_ID: facebook.clientId,
    FACEBOOK_CLIENT_SECRET: facebook.clientSecret,
    FACEBOOK_AUTHORIZE_URL: `${facebook.url}/dialog/oauth`,
    FACEBOOK_TOKEN_URL: `${facebook.url}/oauth/access_token`,
    FACEBOOK_GRAPH_URL: facebook.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
  })
  const redis = new Redis(system.redisUrl)
  // Also what is gone by the end: messages, and jobs that are done.
  const monitor = await redis.monitor()
  const commands: string[] = []
  monitor.on('monitor', (_time: string, words: string[]) => commands.push(words.join(' ')))
  const rest = () => until(async () => (await onItsWay(system.db, redis)).length === 0)
  return {
    url: system.url,
    db: system.db,
    mail,
    facebook,
    rest,
    async traces() {
      const ports = [...system.logs().matchAll(/"port":(\d+),"msg":"ops server listens"/g)].map(([, port]) => port!)
      if (ports.length !== names.length) throw new Error(`${ports.length} processes have said where their metrics are`)
      const metrics = ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      return {
        logs: system.logs(),
        'what Redis holds': await textOfRedis(redis),
        'what Redis was told': commands.join('\n'),
        database: await textOfDatabase(system.db),
        metrics: (await Promise.all(metrics)).join('\n'),
        spans,
      }
    },
    forgetLimits: async () => {
      const keys = await redis.keys('toile:limit:*')
      if (keys.length > 0) await redis.del(keys)
    },
    async close() {
      monitor.disconnect()
      redis.disconnect()
      await system.close()
      await mail.stop()
      await facebook.stop()
      receiver.closeAllConnections()
      receiver.close()
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
