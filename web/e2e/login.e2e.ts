import { expect } from 'playwright/test'
import { createUser } from './users.js'
import { routeRows } from '../src/app/spec-table.test-support.js'
import { test } from './test.js'
import { baseUrl, setSessionCookies, creator, uniqueName } from './visitor.js'

const sessionCookies = ['token', 'userid', 'userDetail', 'userDetailImg', 'routarname', 'openKeys', 'activeKeyRight']

test('a new stylist registers and accepts the terms; refusals show at their fields', async ({ page, context }) => {
  const username = uniqueName()
  await page.goto('/login/register?refer=friend')
  await page.getByLabel('Username').fill(username)
  const email = page.getByLabel('Email')
  await email.fill('not an email')
  await page.getByLabel('Password', { exact: true }).fill('correct horse 7')
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
  await page.locator('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByLabel('Username')).toHaveValue(username)
  await expect(email).toHaveValue('not an email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    'correct',
  )
  await page.getByLabel('Password', { exact: true }).fill('correct horse 7')
  await page.getByLabel('Repeat password').fill('correct horse 8')
  await page.locator('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('You must read and agree to the Terms of Service to continue')).toBeVisible()
  await expect(page.getByText('The passwords don’t match.')).toBeVisible()

  await page.getByLabel('Repeat password').fill('correct horse 7')
  await page.getByLabel('I have read and agree').check()
  await page.locator('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription('Please fill in the correct Email.')

  await email.fill(`${username}@example.com`)
  await page.locator('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/login/mailbox')
  await expect(page.getByRole('button', { name: `Account: ${username}` })).toBeVisible()

  const cookies = await context.cookies()
  const token = cookies.find(({ name }) => name === 'token')
  expect(JSON.parse(decodeURIComponent(token!.value))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(token).toMatchObject({ path: '/', sameSite: 'Lax' })
  expect(token!.expires).toBeGreaterThan(Date.now() / 1_000)
  const detail = JSON.parse(decodeURIComponent(cookies.find(({ name }) => name === 'userDetail')!.value))
  expect(detail).toMatchObject({ name: username, email: `${username}@example.com`, refer: 'friend', identify: 'user' })
})

test('S20 signing in leads back to the requested page, signing out removes all seven cookies', async ({
  page,
  context,
}) => {
  await page.goto('/admin/works?tab=draft')
  await expect(page).toHaveURL('/login/signin?backUrl=%2Fadmin%2Fworks%3Ftab%3Ddraft')
  await page.getByLabel('Email or username').fill(creator.login)
  await page.getByLabel('Password').fill('not the password')
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').getByText('Your login name or password is incorrect.')).toBeVisible()
  expect((await context.cookies()).some(({ name }) => name === 'token')).toBe(false)

  await page.getByLabel('Password').fill(creator.password)
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/admin/works?tab=draft')

  // Sets cookies for the whole site and for each page's folder, which is the default path of a cookie.
  const folders = routeRows.map(({ what }) => what.replace(/\/[^/]*$/, '')).filter((folder) => folder !== '')
  await page.evaluate(
    ([names, paths]) =>
      names!.forEach((name, i) => {
        document.cookie = `${name}=x; path=/${['', '; max-age=9999', '; samesite=strict'][i % 3]}`
        for (const path of paths!) document.cookie = `${name}=x; path=${path}`
      }),
    [sessionCookies.slice(3), folders],
  )
  // Chromium stores cookies shortly after the script sets them.
  const cookiePaths = async () => [...new Set((await context.cookies()).map(({ path }) => path))].sort()
  await expect.poll(cookiePaths, 'they are there').toEqual([...new Set(['/', ...folders])].sort())
  await page.getByRole('button', { name: 'Account: creator' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  const left = async () => (await context.cookies()).filter(({ name }) => sessionCookies.includes(name))
  await expect.poll(async () => (await left()).map(({ name, path }) => `${name} ${path}`)).toEqual([])

  await test.step('backUrl never leads to another site', async () => {
    await page.goto('/login/signin?backUrl=//evil.example/x')
    await page.getByLabel('Email or username').fill('creator')
    await page.getByLabel('Password').fill(creator.password)
    await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('an invalid token leads to the sign-in page', async ({ page, context }) => {
  await context.addCookies([{ name: 'token', value: encodeURIComponent('"a.b.c"'), url: baseUrl }])
  await page.goto('/admin/works')
  await expect(page).toHaveURL('/login/signin?backUrl=%2Fadmin%2Fworks')
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('token')
  await setSessionCookies(context, await createUser())
  await context.addCookies([{ name: 'userid', value: '01980000-0000-7000-8000-000000000000', url: baseUrl }])
  await page.goto('/admin')
  await expect(page).toHaveURL('/login/signin?backUrl=%2Fadmin')
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('token')
  await context.addCookies([{ name: 'token', value: 'not-json', url: baseUrl }])
  await page.goto('/upload')
  await expect(page).toHaveURL('/login/signin?backUrl=%2Fupload')
})
