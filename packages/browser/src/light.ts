import type { Browser } from './browser.js'
import { withPage } from './isolated-page.js'

/** Some 8 s of an idle processor. */
const TIMEOUT_MS = 180_000

declare global {
  /** Defined by the render page, which is where it runs. */
  var prepareLight: () => string
}

const kept = new WeakMap<Browser, Promise<Buffer>>()

/**
 * The light that every model is photographed in, prepared once a browser: it costs more than all the rest of opening a
 * model. Made in a page that has seen no model, so that none can spoil the pictures of others.
 */
export function lightOf(browser: Browser): Promise<Buffer> {
  const there = kept.get(browser)
  if (there) return there
  const made = withPage(browser, { timeoutMs: TIMEOUT_MS }, { bundle: 'page.bundle.js', files: [] }, async (page) =>
    Buffer.from(await page.evaluate(() => globalThis.prepareLight()), 'base64'),
  )
  kept.set(browser, made)
  // A browser that was killed meanwhile is no reason to be without light for good.
  made.catch(() => kept.delete(browser))
  return made
}
