import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sharedBrowser } from '@toile/browser/shared.test-support'
import { progressReporter } from '@toile/bus/progress'
import { connectRedis } from '@toile/bus/redis'
import type { JobContext } from '@toile/bus/worker'
import { findRender, type RenderRow } from '@toile/db/renders/renders'
import { findModelKey } from '@toile/db/uploads/uploads'
import type { User } from '@toile/db/users/users'
import { findFfmpeg } from '@toile/media/videos/executable'
import { createRunning } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeReadyUpload, makeRender, makeUser, type RenderOptions } from '@toile/testing/factories'
import { makeGarment } from '@toile/testing/garments/garments'
import { testConfig } from '@toile/testing/processes'
import { startTestRedis } from '@toile/testing/redis'
import type { Engine } from './engines/engine.js'
import { onStage } from './engines/on-stage.js'
import type { Parts } from './parts.js'
import { createModelCache } from './model-cache.js'

export interface Renders {
  test: TestDatabase
  parts: Parts
  context: JobContext
  stage: Engine
  owner: User
  /** Environment for another process that uses the same stores. */
  environment: Record<string, string>
  /** Makes an upload of a garment with a stored model. @returns the upload's id */
  garment(): Promise<string>
  /** Requests a render. If `options` names no upload, all calls use the same garment. @returns the render's id */
  render(options: RenderOptions): Promise<string>
  rowOf(id: string): Promise<RenderRow>
  close(): Promise<void>
}

/** Each call sets up a database, Redis and store of its own. */
export async function startRenders(): Promise<Renders> {
  const test = await createTestDatabase()
  const { db } = test
  const server = await startTestRedis()
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-store-'))
  const config = await testConfig({
    databaseUrl: test.url,
    redisUrl: server.url,
    storage: { driver: 'folder', folder },
  })
  const { log } = createRunning('test', config)
  const redis = connectRedis(server.url, log)
  const user = systemUser(config.mediaUser)
  const stages = createModelCache(sharedBrowser)
  const storage = await openStorage(config.storage)
  const owner = await makeUser(db)
  const garment = async () => {
    const { uploadId } = await makeReadyUpload(db, owner)
    const bytes = await makeGarment({ segments: 12, textureSize: 64, colourways: ['red', 'blue'] })
    await storage.put((await findModelKey(db, uploadId))!, bytes, { contentType: 'model/gltf-binary' })
    return uploadId
  }
  const shared = await garment()
  return {
    test,
    owner,
    garment,
    stage: onStage(stages),
    context: { signal: new AbortController().signal, log },
    parts: {
      db,
      redis,
      storage,
      report: progressReporter(redis),
      tools: () => findFfmpeg(config.ffmpegPath),
      user,
      name: 'test-worker',
    },
    environment: { DATABASE_URL: test.url, REDIS_URL: server.url, STORAGE_DIR: folder },
    render: (options) => makeRender(db, owner, { uploadId: shared, ...options }),
    rowOf: async (id) => (await findRender(db, id))!,
    async close() {
      await stages.close()
      redis.disconnect()
      await server.stop()
      await test.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
