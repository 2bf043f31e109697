import type { Page } from 'playwright/test'

type Address = Parameters<Page['unroute']>[0]

/**
 * Removes routes but keeps interception: when Playwright stops it, requests under way can hang (one in eight, as
 * observed).
 */
export async function unroute(page: Page, address?: Address): Promise<void> {
  await page.context().route('**/asked-for-by-nobody', (route) => route.continue())
  // The page may still be requesting.
  await (address ? page.unroute(address) : page.unrouteAll({ behavior: 'ignoreErrors' }))
}
