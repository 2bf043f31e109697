import { AxeBuilder } from '@axe-core/playwright'
import { makeGarment } from '@toile/testing/garments'
import { expect, test, type BrowserContext, type Page } from 'playwright/test'
import { asCreator, carry, expectRow, registerByApi } from './visitor.js'

// axe's rules of WCAG 2.2 level AA on every page, in both colours.

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
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
  await context.close()
})

async function expectAccessible(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expectNoViolations(page, address)
}

/** Waits until what was loading is there; then axe finds nothing. */
async function expectNoViolations(page: Page, address: string): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, address).toEqual([])
}

async function inColours(context: BrowserContext, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  return page
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a visitor's pages have no violations in ${colorScheme} colours`, async ({ context }) => {
    const page = await inColours(context, colorScheme)
    for (const address of ['/', '/no/such/page', '/login/signin', '/login/register', workPath])
      await expectAccessible(page, address)
    // An empty platform, and one whose API does not answer.
    await page.route(/\/works\?/, (route) => route.fulfill({ json: { items: [], nextCursor: null } }))
    await expectAccessible(page, '/')
    await expect(page.getByText('No works yet - upload the first')).toBeVisible()
    await page.unrouteAll()
    await page.route(/\/works\?/, (route) => route.fulfill({ status: 400, json: { code: 'X', message: 'No.' } }))
    await expectAccessible(page, '/')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  test(`a creator's pages have no violations in ${colorScheme} colours`, async ({ context }) => {
    await asCreator(context)
    const page = await inColours(context, colorScheme)
    for (const address of ['/upload', uploadPath, workPath, '/admin/works', '/admin/works?tab=trashed'])
      await expectAccessible(page, address)
  })
}

for (const [colorScheme, locale] of [
  ['light', 'en-US'],
  ['dark', 'zh-CN'],
] as const)
  test(`signing in and the account have no violations in ${colorScheme} colours, ${locale}`, async ({ browser }) => {
    const context = await browser.newContext({ locale })
    const page = await inColours(context, colorScheme)
    for (const address of ['/login/register', '/login/email', '/login/password#token=x']) {
      await expectAccessible(page, address)
      await page.locator('main form [type=submit]').click()
      await expect(page.locator('.form-problem')).toBeVisible()
      await expectNoViolations(page, `${address}, refused`)
    }
    for (const address of [
      '/login/signin',
      '/login/password',
      '/login/mailbox',
      '/login/mailbox#token=x',
      '/social/google/login?error=access_denied',
      '/agreement/agree',
      '/static/about-us',
    ])
      await expectAccessible(page, address)

    await carry(context, await registerByApi())
    for (const address of [
      '/login/mailbox',
      '/login/threepassword',
      '/login/bind_email',
      '/admin/notification?tab=settings',
      '/admin/notification',
      '/admin',
      '/admin/profile',
    ])
      await expectAccessible(page, address)
    await page.locator('.profile-row button').first().click()
    await page.locator('dialog [type=submit]').click()
    await expect(page.locator('.form-problem')).toBeVisible()
    await expectNoViolations(page, 'a dialog of the profile, refused')
    await context.close()
  })
