import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { progressReporter } from '@toile/bus/progress'
import { openQueues, type Queues } from '@toile/bus/queues'
import { connectRedis } from '@toile/bus/redis'
import { relayBatch, type RelayParts } from '@toile/bus/relay'
import type { Db } from '@toile/db/client'
import { admitWaiting, admissionQueues } from '@toile/db/files/admission-queues'
import { finishUpload } from '@toile/db/uploads/uploads-transitions'
import { createRunning } from '@toile/runtime/process'
import { openStorage } from '@toile/storage/open'
import { createTestDatabase } from '@toile/testing/database'
import { makeUpload, makeUser } from '@toile/testing/factories'
import { testConfig } from '@toile/testing/processes'
import { startTestRedis } from '@toile/testing/redis'
import { views } from './live-views.js'
import type { TickParts } from './ticks/parts.js'

/** A relay with its own database and store, and a Redis that tests may flush. */
export interface RelayTest {
  db: Db
  redis: Redis
  redisUrl: string
  queues: Queues
  relay: RelayParts
  ticks: TickParts
  /** Makes an upload that is marked as received. Its bytes do not exist in the store. @returns its id */
  received(): Promise<string>
  /** Makes the upload's last change one hour old. */
  age(uploadId: string): Promise<unknown>
  /** Relays all events and admits all waiting uploads, images and videos, but no renders. */
  drain(): Promise<void>
  close(): Promise<void>
}

export async function startRelay(): Promise<RelayTest> {
  const test = await createTestDatabase()
  const { db } = test
  const server = await startTestRedis()
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-relay-'))
  const config = await testConfig({
    databaseUrl: test.url,
    redisUrl: server.url,
    storage: { driver: 'folder', folder },
  })
  const { log } = createRunning('relay-test', config)
  const redis = connectRedis(server.url, log)
  const queues = openQueues(server.url, log)
  const storage = await openStorage(config.storage)
  const relay: RelayParts = { db, redis, queues, views }
  const ticks: TickParts = { db, redis, queues, report: progressReporter(redis), storage, config, log }
  return {
    db,
    redis,
    redisUrl: server.url,
    queues,
    relay,
    ticks,
    async received() {
      const id = await makeUpload(db, await makeUser(db))
      await finishUpload(db, id)
      return id
    },
    age: (id) => sql`update uploads set updated_at = now() - interval '1 hour' where id = ${id}`.execute(db),
    async drain() {
      const admitAll = async () => {
        let admitted = 0
        for (const line of admissionQueues) admitted += await admitWaiting(db, line, 1_000)
        return admitted
      }
      while ((await relayBatch(relay)) + (await admitAll()) > 0);
    },
    async close() {
      await queues.close()
      redis.disconnect()
      await server.stop()
      await test.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
