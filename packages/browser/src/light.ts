import type { LightingName } from '@toile/contracts/models/appearance.constants'
import type { Browser } from './browser.js'
import { withPage } from './isolated-page.js'

const TIMEOUT_MS = 180_000

declare global {
  /** Defined by the render page only. */
  var prepareLight: (name: LightingName) => string
}

const lightsByBrowser = new WeakMap<Browser, Map<LightingName, Promise<Buffer>>>()

/**
 * Prepares a light once per browser, because this step is the most expensive part of opening a model. The page of this
 * step has no model, because a hostile model could spoil the light of all later pictures.
 */
export function lightOf(browser: Browser, name: LightingName): Promise<Buffer> {
  const lights = lightsByBrowser.get(browser) ?? new Map<LightingName, Promise<Buffer>>()
  lightsByBrowser.set(browser, lights)
  const there = lights.get(name)
  if (there) return there
  const made = withPage(browser, { timeoutMs: TIMEOUT_MS }, { bundle: 'page.bundle.js', files: [] }, async (page) =>
    Buffer.from(await page.evaluate((of) => globalThis.prepareLight(of), name), 'base64'),
  )
  lights.set(name, made)
  // A failure, such as a killed browser, is forgotten, so that the next call prepares the light again.
  made.catch(() => lights.delete(name))
  return made
}

export async function lightsOf(browser: Browser, names: readonly LightingName[]): Promise<Buffer> {
  const lights = []
  for (const name of names) lights.push(await lightOf(browser, name))
  return Buffer.concat(lights)
}
