import { findChromium } from '@toile/browser/executable'

/** @throws Error with instructions, when Chromium is not found */
export function chromiumPath(env: NodeJS.ProcessEnv = process.env): string {
  const found = findChromium(env['CHROMIUM_PATH'])
  if (!found) throw new Error('This needs Chromium: install it, or set CHROMIUM_PATH.')
  return found
}
