import type { Page } from 'playwright/test'

type Address = Parameters<Page['unroute']>[0]

/**
 * Takes the routes of a page away, or those of one address. The page's requests stay intercepted: one that is on its way
 * when Playwright stops that is held for good (one in eight, seen with the browser of the tests).
 */
export async function unroute(page: Page, address?: Address): Promise<void> {
  await page.context().route('**/asked-for-by-nobody', (route) => route.continue())
  // The page may be asking once more.
  await (address ? page.unroute(address) : page.unrouteAll({ behavior: 'ignoreErrors' }))
}
