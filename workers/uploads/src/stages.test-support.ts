import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sharedBrowser } from '@toile/browser/shared.test-support'
import { InputFailure } from '@toile/contracts/failures'
import type { UploadKind } from '@toile/contracts/uploads/uploads.constants'
import { progressReporter } from '@toile/bus/progress'
import { connectRedis } from '@toile/bus/redis'
import type { JobContext } from '@toile/bus/worker'
import { findFfmpeg } from '@toile/media/videos/executable'
import type { Db } from '@toile/db/client'
import { findUpload, type UploadRow } from '@toile/db/uploads/uploads'
import { finishUpload } from '@toile/db/uploads/uploads-transitions'
import { createRunning } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import { createTestDatabase } from '@toile/testing/database'
import { createRedisDatabase } from '@toile/testing/redis'
import { makeUpload, makeUser } from '@toile/testing/factories'
import { testConfig } from '@toile/testing/processes'
import { previewUpload } from './handlers/preview.js'
import { processUploadFile } from './handlers/process.js'
import { verifyUpload } from './handlers/verify.js'
import { failWith, type Parts } from './parts.js'

export interface Stages {
  db: Db
  parts: Parts
  context: JobContext
  /** Makes an upload with all its bytes. @returns its id */
  received(bytes: Buffer, filename?: string, kind?: UploadKind): Promise<string>
  /** Makes the cache folder for these bytes, without which their derivatives are not cached. @returns the folder */
  cacheDerivatives(bytes: Buffer): Promise<string>
  /** Runs the handlers of these stages (by default all); bad input ends in `failed`. */
  work(id: string, ...stages: ('verify' | 'process' | 'preview')[]): Promise<UploadRow>
  upload(id: string): Promise<UploadRow>
  close(): Promise<void>
}

/** Each call sets up a database and store of its own. */
export async function startStages(): Promise<Stages> {
  const test = await createTestDatabase()
  const { db } = test
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-store-'))
  const derivativeCacheDir = await mkdtemp(path.join(tmpdir(), 'toile-kept-'))
  const config = await testConfig({
    databaseUrl: test.url,
    redisUrl: await createRedisDatabase(),
    storage: { driver: 'folder', folder },
  })
  const { log } = createRunning('test', config)
  const context: JobContext = { signal: new AbortController().signal, log }
  const redis = connectRedis(config.redisUrl, log)
  const user = systemUser(config.mediaUser)
  const parts: Parts = {
    db,
    storage: await openStorage(config.storage),
    report: progressReporter(redis),
    doOthersComeFirst: async () => false,
    browser: { isInstalled: () => true, get: sharedBrowser, close: async () => {} },
    tools: () => findFfmpeg(config.ffmpegPath),
    derivativeCacheDir,
    user,
  }
  const handlers = { verify: verifyUpload(parts), process: processUploadFile(parts), preview: previewUpload(parts) }
  const upload = async (id: string) => (await findUpload(db, id))!
  return {
    db,
    parts,
    context,
    upload,
    async received(bytes, filename, kind = 'model') {
      const id = await makeUpload(db, await makeUser(db), bytes.length, kind, filename)
      const { originalKey } = await upload(id)
      await parts.storage.put(originalKey, bytes, { contentType: 'application/octet-stream' })
      await finishUpload(db, id)
      return id
    },
    async cacheDerivatives(bytes) {
      const folderOfBytes = path.join(derivativeCacheDir, createHash('sha256').update(bytes).digest('hex'))
      await mkdir(folderOfBytes)
      return folderOfBytes
    },
    async work(id, ...stages) {
      for (const stage of stages.length > 0 ? stages : (['verify', 'process', 'preview'] as const)) {
        const { attempt } = await upload(id)
        try {
          await handlers[stage]({ id, attempt }, context)
        } catch (error) {
          if (!(error instanceof InputFailure)) throw error
          await failWith(parts)({ id, attempt }, error)
        }
      }
      return upload(id)
    },
    async close() {
      redis.disconnect()
      await test.drop()
      for (const made of [folder, derivativeCacheDir]) await rm(made, { recursive: true, force: true })
    },
  }
}
