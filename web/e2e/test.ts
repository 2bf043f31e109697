import { test as base, type BrowserContextOptions, type Page } from 'playwright/test'
import { createUser } from './users.js'
import { adminSession, creatorSession, type Session } from './visitor.js'
import { WindowPool } from './window-pool.js'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

interface Fixtures {
  open: (who?: Session, options?: BrowserContextOptions) => Promise<Page>
  /** The demo accounts. All tests share one session of each account. */
  creator: Session
  admin: Session
  /** A new verified user without works or files. */
  person: Session
  afterwards: void
}

/** Playwright's test, but with reused windows; see window-pool.ts. */
export const test = base.extend<Fixtures, { windows: WindowPool }>({
  windows: [async ({ browser }, use) => use(new WindowPool(browser)), { scope: 'worker' }],
  open: async (
    { windows, locale, timezoneId, viewport, colorScheme, reducedMotion, bypassCSP, hasTouch, isMobile, userAgent },
    use,
  ) => {
    const wanted = {
      locale,
      timezoneId,
      viewport,
      colorScheme,
      reducedMotion,
      bypassCSP,
      hasTouch,
      isMobile,
      userAgent,
    }
    await use((who, options) => windows.acquire({ ...wanted, ...options }, who))
  },
  page: async ({ open }, use) => use(await open()),
  context: async ({ page }, use) => use(page.context()),
  creator: async ({}, use) => use(await creatorSession()),
  admin: async ({}, use) => use(await adminSession()),
  person: async ({}, use) => use(await createUser()),
  afterwards: [
    async ({ browser, windows }, use, info) => {
      const logs = collectLogs()
      await use()
      const hasFailed = info.status !== info.expectedStatus
      if (hasFailed) logs.write(info.outputPath('logs'))
      await windows.releaseAll(hasFailed)
      // Playwright closes only windows that its own fixtures opened, but some tests open windows with `browser` itself.
      for (const context of browser.contexts()) if (!windows.has(context)) await context.close()
    },
    { auto: true },
  ],
})

const folder = path.join(process.env['DATA_DIR'] ?? 'data', 'logs')
const names = () => (existsSync(folder) ? readdirSync(folder) : [])

/** Remembers the lengths of Toile's log files. `write` saves what has been added since then. */
function collectLogs(): { write: (to: string) => void } {
  const before = new Map(names().map((name) => [name, statSync(path.join(folder, name)).size]))
  return {
    write(to) {
      mkdirSync(to, { recursive: true })
      for (const name of names()) {
        const written = readFileSync(path.join(folder, name)).subarray(before.get(name) ?? 0)
        if (written.length) writeFileSync(path.join(to, name), written)
      }
    },
  }
}
