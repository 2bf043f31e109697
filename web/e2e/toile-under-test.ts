import { connectRedis } from '@toile/bus/redis'
import { openDb } from '@toile/db/client'
import { createLogger } from '@toile/runtime/logger'
import { FolderStorage } from '@toile/storage/folder'
import type { Storage } from '@toile/storage/storage'
import { writtenEnvironment } from '../../infra/start/environment.js'
import type { Page } from 'playwright/test'

// Hands on the running Toile under test: its database, its store, and the browser's line to it.

const dataDir = process.env['DATA_DIR'] ?? 'data'

/** Its database. */
export function openTestDb() {
  return openDb({ url: writtenEnvironment(dataDir)['DATABASE_URL']!, poolSize: 1, onError: () => {} })
}

/** Its Redis. */
export function openTestRedis() {
  return connectRedis(writtenEnvironment(dataDir)['REDIS_URL']!, createLogger('test', 'silent'))
}

/** What its sessions are signed with. */
export function testSecret(): string {
  return writtenEnvironment(dataDir)['SECRET']!
}

/** Its store of files. */
export function openTestStore(): Storage {
  return new FolderStorage({ driver: 'folder', folder: writtenEnvironment(dataDir)['STORAGE_DIR']! })
}

/** Gives how to let the page send no more than so many bytes a second; -1 for as many as it can. */
export async function uploadThrottle(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  return async (uploadThroughput) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    await cdp.send('Network.emulateNetworkConditions', conditions)
  }
}
