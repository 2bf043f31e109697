import type { Page } from 'playwright'

/** Resolves when the home page is open. With a wrong password, it throws only after Playwright's timeout. */
export async function signIn(page: Page, url: string, login: string, password: string): Promise<void> {
  await page.goto(`${url}/login/signin`)
  await page.locator('main [name=login]').fill(login)
  await page.locator('main [name=password]').fill(password)
  await page.locator('main button[type=submit]').click()
  await page.waitForURL(`${url}/`)
}
