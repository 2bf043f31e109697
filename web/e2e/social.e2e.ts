import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, type Page } from 'playwright/test'
import { linkMailedTo, mailsTo } from './mailbox.js'
import { openTestDb } from './toile-under-test.js'
import { test } from './test.js'
import { baseUrl, setSessionCookies, registerByApi } from './visitor.js'

// The users of the test providers are in packages/testing/src/providers/social-providers.ts.

const PASSWORD = 'correct horse 7'

/** Unlinks and renames the users of earlier attempts, and deletes their mails. */
test.beforeEach(async () => {
  const db = openTestDb()
  await sql`delete from identities where user_id in (select id from users where email like '%@provider.example')
    or subject like 'f-%'`.execute(db)
  await sql`update users set email = id || '@gone.example', username = 'gone-' || right(id::text, 12),
      nickname = 'gone-' || right(id::text, 12)
    where email like '%@provider.example'`.execute(db)
  await db.destroy()
  for (const { file } of mailsTo('@provider.example')) rmSync(file)
})

const main = (page: Page) => page.locator('main')

async function signInBy(page: Page, provider: 'Google' | 'Facebook', person: string, backUrl = ''): Promise<void> {
  await page.goto(`/login/signin${backUrl && `?backUrl=${backUrl}`}`)
  await continueBy(page, provider, person)
}

async function continueBy(page: Page, provider: 'Google' | 'Facebook', person: string): Promise<void> {
  await main(page)
    .getByRole('link', { name: `Continue with ${provider}` })
    .click()
  await page.getByRole('link', { name: person }).click()
}

test('by Google: creates an account, sets a password, and returns to the previous page', async ({ page, open }) => {
  const complete: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/social/google/complete')) complete.push(request.postDataJSON())
  })
  await page.goto('/login/register?backUrl=/agreement/agree&refer=show')
  await page.getByLabel('Invitation code').fill(' of-a-friend ')
  await continueBy(page, 'Google', 'Gina Verified')
  await expect(page).toHaveURL('/login/threepassword')
  expect(await page.evaluate(() => history.state && JSON.stringify(history.state)), 'no code is left').not.toMatch(
    /code/,
  )
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Repeat password').fill('other')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('The passwords don’t match.')).toBeVisible()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL('/agreement/agree')
  await expect(page.getByRole('button', { name: 'Account: Gina Verified' })).toBeVisible()
  await expect(page.getByText('to publish works and send messages')).toHaveCount(0)
  expect(complete, 'finished once').toMatchObject([{ refer: 'show', inviteCode: 'of-a-friend' }])
  expect(complete).toHaveLength(1)

  await test.step('the password signs in elsewhere, and Google asks for none again', async () => {
    const other = await open()
    await other.goto('/login/signin?backUrl=/admin')
    await other.getByLabel('Email or username').fill('gina@provider.example')
    await other.getByLabel('Password').fill(PASSWORD)
    await main(other).getByRole('button', { name: 'Sign in' }).click()
    await expect(other).toHaveURL('/admin')
    await other.context().clearCookies()
    await signInBy(other, 'Google', 'Gina Verified', '/admin')
    await expect(other).toHaveURL('/admin')
  })
})

test('by Facebook without an email: asks for one and blocks all else until it is verified', async ({ page }) => {
  await signInBy(page, 'Facebook', 'Nora Without Email', '/agreement/agree')
  await expect(page).toHaveURL('/login/bind_email')
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(email).toHaveValue('')
  await page.goto('/admin/works')
  await expect(page, 'O08 led back to the step that is to be done').toHaveURL('/login/bind_email')
  await main(page).getByRole('button', { name: 'Send verification email' }).click()
  await expect(email).toHaveAccessibleDescription('Fill in this field.')
  await email.fill('nora@provider.example')
  await main(page).getByRole('button', { name: 'Send verification email' }).click()
  await expect(page.getByText('We sent an email to nora@provider.example.')).toBeVisible()
  await page.goto(await linkMailedTo('nora@provider.example', 'bind_email'))
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByText('Your email is verified.')).toBeVisible()
  await main(page).getByRole('link', { name: 'Continue' }).click()
  await page.goto('/admin/profile')
  await expect(page.getByText('nora@provider.example verified')).toBeVisible()
  await expect(page.getByText('Not set')).toBeVisible()
  // S13: a user without a password needs only a recent sign-in to change the email.
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByRole('dialog').getByLabel('New email').fill('nora.new@provider.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByRole('dialog').getByText('We sent an email to nora.new@provider.example.')).toBeVisible()
})

for (const [provider, person, email] of [
  ['Facebook', 'Fred With Email', 'fred@provider.example'],
  ['Google', 'Ulli Unverified', 'ulli@provider.example'],
] as const)
  test(`by ${provider} with an unverified email: suggests it, but does not trust it`, async ({ page }) => {
    await signInBy(page, provider, person)
    await expect(page).toHaveURL('/login/bind_email')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
    await page.getByRole('button', { name: 'Not now, sign out' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

test('O02 a provider is linked in the profile, and unlinked', async ({ page, context, open }) => {
  const email = 'lin@provider.example'
  const session = await registerByApi(email)
  await setSessionCookies(context, session)
  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().endsWith('/auth/me'))))
  await page.goto('/agreement/agree')
  const banner = page.getByText(`Verify ${email} to publish`)
  await expect(banner).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  const token = new URL(await linkMailedTo(email, 'verify_email')).hash.replace('#token=', '')
  const confirmed = await fetch(`${baseUrl}/auth/email/verification`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: session.password }),
  })
  expect(confirmed.status).toBe(200)

  await test.step('an open page notices the confirmed address when shown again, and asks no more', async () => {
    const showPageAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await showPageAgain()
    await expect(banner).toHaveCount(0)
    expect(asked).toBe(2)
    await showPageAgain()
    await page.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/static/about-us')
    expect(asked, 'kept from then on').toBe(2)
    // The old cookies still say that the email is unverified, as on a device that did not confirm it. They are outdated
    // until the page has loaded the user again.
    await setSessionCookies(context, session)
    await page.reload()
    await expect.poll(() => asked).toBe(3)
    await expect(banner).toHaveCount(0)
  })

  await test.step('the same address at Google does not sign in', async () => {
    const stranger = await open()
    await signInBy(stranger, 'Google', 'Lin To Link')
    await expect(main(stranger).getByRole('alert')).toHaveText(/Sign in the way you did before, then connect Google/)
  })

  await page.goto('/admin/profile')
  const row = page.locator('.profile-row', { hasText: 'Google' })
  await row.getByRole('button', { name: 'Connect Google' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Lin To Link' }).click()
  await expect(page).toHaveURL('/admin/profile')
  await expect(page.getByText('Google connected.')).toBeVisible()
  await expect(row.getByText(email)).toBeVisible()
  await row.getByRole('button', { name: 'Disconnect Google' }).click()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(row.getByText('Not connected')).toBeVisible()
})

test('a refusal, a timeout or a foreign state is explained, with another way to sign in', async ({ page }) => {
  for (const provider of ['Google', 'Facebook'] as const) {
    await signInBy(page, provider, 'Cancel')
    await expect(main(page).getByRole('alert')).toHaveText(`You didn’t allow ${provider} to sign you in.`)
    await expect(page).toHaveURL(`/social/${provider.toLowerCase()}/login`)
    await main(page).getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: 'Cancel' })).toBeVisible()
  }
  const rows = [
    ['error=request_timeout', 'Request Timeout'],
    ['error=server_error', 'Google couldn’t confirm your identity.'],
    ['code=x', 'The link is incomplete.'],
    ['code=x&state=y', 'This sign-in has expired or was started in another browser.'],
  ]
  for (const [query, text] of rows) {
    await page.goto(`/social/google/login?${query}`)
    await expect(page.getByRole('alert').getByText(text!)).toBeVisible()
    await expect(page).toHaveURL('/social/google/login')
  }
  await main(page).getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL('/login/signin')
})
