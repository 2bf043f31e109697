import { expect, type Page } from 'playwright/test'
import { expectNoViolations } from './axe.js'
import { unroute } from './unroute.js'
import { createUser } from './users.js'
import { publishGarment } from './published.js'
import { test } from './test.js'
import { setSessionCookies } from './visitor.js'

// Axe checks (WCAG 2.2 AA) of what all-pages.e2e.ts does not reach: works with files, refused forms, dialogs, failures.

async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, what)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, `${what}, dark`, ['color-contrast'])
}

test('a work with a file, an empty list and a failed one have no violations', async ({ open, creator }) => {
  const { id } = await publishGarment('Plain dress')
  const visitor = await open()
  await visitor.goto(`/project/${id}`)
  await expectAccessible(visitor, 'a work')
  await visitor.route(/\/works\?/, (route) => route.fulfill({ json: { items: [], nextCursor: null } }))
  await visitor.goto('/')
  await expect(visitor.getByText('No works yet - upload the first')).toBeVisible()
  await expectAccessible(visitor, 'an empty platform')
  await unroute(visitor)
  await visitor.route(/\/works\?/, (route) => route.fulfill({ status: 400, json: { code: 'X', message: 'No.' } }))
  await visitor.goto('/')
  await expect(visitor.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectAccessible(visitor, 'a list that failed')

  const own = await open(creator)
  await own.goto(`/project/${id}`)
  await expectAccessible(own, 'a work of one’s own')
  await own.getByRole('link', { name: 'Edit' }).click()
  await expect(own.getByLabel('Title')).toHaveValue('Plain dress')
  await expectAccessible(own, 'its form')
})

test('refused forms have no violations', async ({ open }) => {
  const look = async (visitor: Page, expectSound: typeof expectAccessible) => {
    for (const address of ['/login/register', '/login/email', '/login/password#token=x']) {
      await visitor.goto(address)
      await visitor.locator('main form [type=submit]').click()
      await expect(visitor.locator('.form-problem').first()).toBeVisible()
      await expectSound(visitor, `${address}, refused`)
    }
    await visitor.goto('/login/mailbox#token=x')
    await expectSound(visitor, 'a link to confirm')
  }
  const openDialog = async (page: Page) => {
    await page.goto('/admin/profile')
    await page.locator('[aria-labelledby=signing-in] button').first().click()
    await page.locator('dialog [type=submit]').click()
    await expect(page.locator('.form-problem')).toBeVisible()
  }
  const una = await createUser({ verified: false })
  const english = await open()
  await look(english, expectAccessible)
  await setSessionCookies(english.context(), una)
  await openDialog(english)
  await expectNoViolations(english, 'a dialog of the profile, refused')

  // Colours do not depend on the language. So forms checked in both schemes above are checked only in light ones here.
  const page = await open(undefined, { locale: 'zh-CN' })
  await look(page, (visitor, what) => expectNoViolations(visitor, `${what}, zh-CN`))
  await setSessionCookies(page.context(), una)
  await page.goto('/login/mailbox')
  await expectAccessible(page, 'who has not confirmed')
  await openDialog(page)
  await expectAccessible(page, 'a dialog of the profile, refused, zh-CN')
})
