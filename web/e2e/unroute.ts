import type { Page } from 'playwright/test'

type Address = Parameters<Page['unroute']>[0]

/** Adds a dummy route: without any route, Playwright stops intercepting, and one in eight pending requests hangs. */
export async function unroute(page: Page, address?: Address): Promise<void> {
  await page.context().route('**/asked-for-by-nobody', (route) => route.continue())
  // Running requests of the page may fail, which does not matter.
  await (address ? page.unroute(address) : page.unrouteAll({ behavior: 'ignoreErrors' }))
}
