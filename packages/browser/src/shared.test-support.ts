import tap from 'tap'
import { openBrowser, type Browser } from './browser.js'
import { findChromium } from './executable.js'
import { testUser } from './user.test-support.js'

export const quiet = { info: () => undefined, warn: () => undefined }

/** Where Chromium lies; a test that needs one fails without. */
export function chromiumPath(): string {
  const found = findChromium(process.env.CHROMIUM_PATH)
  if (!found) throw new Error('These tests need Chromium: apt-get install chromium, or set CHROMIUM_PATH')
  return found
}

/** A browser of the test's own, which it closes. */
export const openTestBrowser = (): Promise<Browser> =>
  openBrowser({ executablePath: chromiumPath(), user: testUser(), log: quiet })

let shared: Promise<Browser> | undefined

/**
 * The one browser of all test files of this process: to start Chromium and to prepare its light takes more of the
 * processor than most pictures. A test may have it killed, for it starts again with the next job, but does not close it.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openTestBrowser().then((browser) => {
    tap.teardown(() => {
      shared = undefined
      return browser.close()
    })
    return browser
  })
  return shared
}
