import type { Page } from 'playwright'

/** Signs in with the form. Resolves when the home page is open. Throws when the password is wrong. */
export async function signIn(page: Page, url: string, login: string, password: string): Promise<void> {
  await page.goto(`${url}/login/signin`)
  await page.locator('main [name=login]').fill(login)
  await page.locator('main [name=password]').fill(password)
  await page.locator('main button[type=submit]').click()
  await page.waitForURL(`${url}/`)
}
