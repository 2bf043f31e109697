import { tap } from '@tapjs/core'
import { openBrowser, type Browser } from './browser.js'
import { findChromium } from './executable.js'
import { testUser } from './user.test-support.js'

export const quiet = { info: () => undefined, warn: () => undefined }

export function chromiumPath(): string {
  const found = findChromium(process.env.CHROMIUM_PATH)
  if (!found) throw new Error('These tests need Chromium: apt-get install chromium, or set CHROMIUM_PATH')
  return found
}

export const openTestBrowser = (): Promise<Browser> =>
  openBrowser({ executablePath: chromiumPath(), user: testUser(), log: quiet })

let shared: Promise<Browser> | undefined

/** Tests share a browser, because its start and preparing a light take long. Tests may kill it, but not close it. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openTestBrowser().then((browser) => {
    tap().teardown(() => {
      shared = undefined
      return browser.close()
    })
    return browser
  })
  return shared
}
