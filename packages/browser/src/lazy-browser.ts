import type { Logger } from '@toile/runtime/logger'
import { RetryLater } from '@toile/runtime/retry-later'
import type { SystemUser } from '@toile/runtime/system-user'
import { openBrowser, type Browser } from './browser.js'
import { findChromium } from './executable.js'

const RETRY_SECONDS = 5

/** Memory limit of one job. 64 textures of 2048 px a side take half of this limit. */
export const MAX_BROWSER_BYTES = 3 * 2 ** 30

export interface LazyBrowser {
  /** Returns the process's only browser. Throws RetryLater while Chromium is not installed. */
  get(): Promise<Browser>
  isInstalled(): boolean
  close(): Promise<void>
}

/** The first get() opens the browser, because some workers never render. */
export function createLazyBrowser(
  configured: string | undefined,
  user: SystemUser | undefined,
  log: Logger,
  { useGpu = false } = {},
): LazyBrowser {
  let opening: Promise<Browser> | undefined
  return {
    isInstalled: () => findChromium(configured) !== null,
    async get() {
      const executablePath = findChromium(configured)
      if (!executablePath) throw new RetryLater('Chromium is not installed (yet)', RETRY_SECONDS)
      opening ??= openBrowser({ executablePath, useGpu, ...(user && { user }), log })
      try {
        return await opening
      } catch (error) {
        opening = undefined
        throw error
      }
    },
    async close() {
      const browser = await opening?.catch(() => undefined)
      await browser?.close()
    },
  }
}
