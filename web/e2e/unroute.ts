import type { Page } from 'playwright/test'

type Address = Parameters<Page['unroute']>[0]

/** Keeps intercepting: when Playwright stops that, one in eight requests under way hangs. */
export async function unroute(page: Page, address?: Address): Promise<void> {
  await page.context().route('**/asked-for-by-nobody', (route) => route.continue())
  // The page may still be requesting.
  await (address ? page.unroute(address) : page.unrouteAll({ behavior: 'ignoreErrors' }))
}
