import type { Page } from 'playwright/test'

type Address = Parameters<Page['unroute']>[0]

/** Leaves a dummy route. Without any route, Playwright stops intercepting, and one in eight pending requests hangs. */
export async function unroute(page: Page, address?: Address): Promise<void> {
  await page.context().route('**/asked-for-by-nobody', (route) => route.continue())
  // A route handler may still be running. Its error does not matter.
  await (address ? page.unroute(address) : page.unrouteAll({ behavior: 'ignoreErrors' }))
}
