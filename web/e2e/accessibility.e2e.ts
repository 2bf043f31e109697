import { makeGarment } from '@toile/testing/garments'
import { expect, type BrowserContext, type Page } from 'playwright/test'
import { expectNoViolations } from './axe.js'
import { letThrough } from './let-through.js'
import { test } from './test.js'
import { asCreator, carry, expectRow, registerByApi } from './visitor.js'

// axe's rules of WCAG 2.2 level AA on what the walk of every page does not come by: files, refusals, dialogs, failures.

let workPath = ''
let uploadPath = ''

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext()
  await asCreator(context)
  const page = await context.newPage()
  await page.goto('/upload')
  const buffer = await makeGarment({ segments: 12, textureSize: 64 })
  await page.locator('input[type=file]').setInputFiles({ name: 'plain.glb', mimeType: 'model/gltf-binary', buffer })
  await expect(page).toHaveURL(/uploadDetail/)
  await page.getByLabel('Title').fill('Plain dress')
  await page.getByLabel('Introduction').fill('For looking at closely.')
  await page.getByLabel('Dress', { exact: true }).check()
  await page.getByLabel('Tags').fill('plain,')
  await expectRow(page, 'ready_to_publish', 'done')
  uploadPath = page.url()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: 'See the work' }).click()
  await expect(page).toHaveURL(/\/project\//)
  workPath = page.url()
})

async function expectAccessible(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expectNoViolations(page, address)
}

async function inColours(context: BrowserContext, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  return page
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a visitor's lists have no violations in ${colorScheme} colours`, async ({ context }) => {
    const page = await inColours(context, colorScheme)
    await expectAccessible(page, workPath)
    // An empty platform, and one whose API does not answer.
    await page.route(/\/works\?/, (route) => route.fulfill({ json: { items: [], nextCursor: null } }))
    await expectAccessible(page, '/')
    await expect(page.getByText('No works yet - upload the first')).toBeVisible()
    await letThrough(page)
    await page.route(/\/works\?/, (route) => route.fulfill({ status: 400, json: { code: 'X', message: 'No.' } }))
    await expectAccessible(page, '/')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  test(`a creator's own work has no violations in ${colorScheme} colours`, async ({ context }) => {
    await asCreator(context)
    const page = await inColours(context, colorScheme)
    for (const address of [uploadPath, workPath]) await expectAccessible(page, address)
  })
}

for (const [colorScheme, locale] of [
  ['light', 'en-US'],
  ['dark', 'zh-CN'],
] as const)
  test(`what refuses has no violations in ${colorScheme} colours, ${locale}`, async ({ browser }) => {
    const context = await browser.newContext({ locale })
    const page = await inColours(context, colorScheme)
    for (const address of ['/login/register', '/login/email', '/login/password#token=x']) {
      await expectAccessible(page, address)
      await page.locator('main form [type=submit]').click()
      await expect(page.locator('.form-problem')).toBeVisible()
      await expectNoViolations(page, `${address}, refused`)
    }
    for (const address of ['/login/password', '/login/mailbox#token=x']) await expectAccessible(page, address)

    await carry(context, await registerByApi())
    for (const address of ['/login/mailbox', '/login/threepassword', '/login/bind_email', '/admin/profile'])
      await expectAccessible(page, address)
    await page.locator('.profile-row button').first().click()
    await page.locator('dialog [type=submit]').click()
    await expect(page.locator('.form-problem')).toBeVisible()
    await expectNoViolations(page, 'a dialog of the profile, refused')
    await context.close()
  })
