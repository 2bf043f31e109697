import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { connectRedis } from '@toile/bus/redis'
import type { Db } from '@toile/db/client'
import type { User } from '@toile/db/users/users'
import type { Config } from '@toile/runtime/config'
import { createLogger } from '@toile/runtime/logger'
import { createRunning } from '@toile/runtime/process'
import { openStorage } from '@toile/storage/open'
import type { Storage } from '@toile/storage/storage'
import { createTestDatabase } from '@toile/testing/database'
import { createRedisDatabase } from '@toile/testing/redis'
import { makeToken, makeUser } from '@toile/testing/factories'
import { testConfig } from '@toile/testing/processes'
import { buildApp } from './app.js'

export interface TestApi {
  app: FastifyInstance
  db: Db
  config: Config
  redis: Redis
  storage: Storage
  url: string
  /** Starts another copy of the API on the same Postgres, Redis and store. @returns the URL of the copy */
  anotherCopy(): Promise<string>
  person(options?: Parameters<typeof makeUser>[1]): Promise<Person>
  close(): Promise<void>
}

export interface Person {
  user: User
  token: string
  call(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Response>
}

/** Starts an API with its own databases, store and port. `seenBy` wraps the API's Postgres client, not the test's. */
export async function startTestApi(
  over: Partial<Config> = {},
  { seenBy = (db) => db, logTo }: { seenBy?: (db: Db) => Db; logTo?: (line: string) => void } = {},
): Promise<TestApi> {
  const database = await createTestDatabase()
  const redisUrl = over.redisUrl ?? (await createRedisDatabase())
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-api-'))
  const closing: (() => Promise<unknown>)[] = []
  const start = async () => {
    const config = await testConfig({
      databaseUrl: database.url,
      storage: { driver: 'folder', folder },
      ...over,
      redisUrl,
    })
    const running = createRunning('api-test', config)
    if (logTo) Object.assign(running, { log: createLogger('api-test', 'info', { write: logTo }) })
    const redis = connectRedis(config.redisUrl, running.log)
    const storage = await openStorage(config.storage)
    const app = await buildApp({ running, db: seenBy(database.db), redis, storage })
    const url = await app.listen({ port: config.port, host: config.host })
    closing.push(async () => {
      await app.close()
      redis.disconnect()
    })
    return { app, config, redis, storage, url }
  }
  const first = await start()
  return {
    ...first,
    db: database.db,
    anotherCopy: async () => (await start()).url,
    async person(options) {
      const user = await makeUser(database.db, options)
      const { token } = await makeToken(database.db, user)
      return { user, token, call: caller(first.url, token) }
    },
    async close() {
      for (const close of closing) await close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function caller(url: string, token?: string): Person['call'] {
  return (method, path, { body, headers } = {}) =>
    fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}

export function announce(
  person: Pick<Person, 'call'>,
  size: number,
  metadata: Record<string, string> = {},
): Promise<Response> {
  const pairs = Object.entries({ filename: 'dress.glb', kind: 'model', ...metadata })
  return person.call('POST', '/uploads', {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(','),
    },
  })
}

export function append(url: string, token: string, path: string, offset: number, bytes: BodyInit): Promise<Response> {
  return fetch(url + path, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes,
    // Node's fetch requires this for a stream.
    ...({ duplex: 'half' } as object),
  })
}

export const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T

/** Whether the condition is met within a second or just after. The API caches callers and responses for up to 0.9 s. */
export async function withinASecond(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + 1_000
  for (;;) {
    const isLast = Date.now() >= end
    if (await isSo()) return true
    if (isLast) return false
    await setTimeout(25)
  }
}

export const signedOutWithinASecond = (call: Person['call']): Promise<boolean> =>
  withinASecond(async () => (await call('GET', '/auth/me')).status === 401)
