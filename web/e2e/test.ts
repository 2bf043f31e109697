import { test as base } from 'playwright/test'

/** Playwright's, which closes only its own page: windows that a test opens beside it end with it, passed or failed. */
export const test = base.extend<{ closedWindows: void }>({
  closedWindows: [
    async ({ browser }, use) => {
      await use()
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
})
