import { existsSync } from 'node:fs'

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/opt/homebrew/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Where Chromium (or Chrome) lies on this machine.
 * @param configuredPath what the operator set as CHROMIUM_PATH; when set, nothing else is tried
 * @returns null when there is none
 */
export function findChromium(configuredPath?: string): string | null {
  const candidates = configuredPath ? [configuredPath] : usualPaths
  return candidates.find((path) => existsSync(path)) ?? null
}
