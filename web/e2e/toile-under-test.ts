import { connectRedis } from '@toile/bus/redis'
import { openDb } from '@toile/db/client'
import { createLogger } from '@toile/runtime/logger'
import { FolderStorage } from '@toile/storage/folder'
import type { Storage } from '@toile/storage/storage'
import { writtenEnvironment } from '../../infra/start/environment.js'
import type { Page } from 'playwright/test'

const dataDir = process.env['DATA_DIR'] ?? 'data'

export function openTestDb() {
  return openDb({ url: writtenEnvironment(dataDir)['DATABASE_URL']!, poolSize: 1, onError: () => {} })
}

export function openTestRedis() {
  return connectRedis(writtenEnvironment(dataDir)['REDIS_URL']!, createLogger('test', 'silent'))
}

export function testSecret(): string {
  return writtenEnvironment(dataDir)['SECRET']!
}

export function openTestStore(): Storage {
  return new FolderStorage({ driver: 'folder', folder: writtenEnvironment(dataDir)['STORAGE_DIR']! })
}

/** Returns a function that limits how many bytes per second the page uploads. -1 removes the limit. */
export async function uploadThrottle(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  return async (uploadThroughput) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    await cdp.send('Network.emulateNetworkConditions', conditions)
  }
}
