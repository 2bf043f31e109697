import { expect } from 'playwright/test'
import { sendSignal } from './running.js'
import { routeRows } from '../src/spec-table.test-support.js'
import { test } from './test.js'
import { baseUrl, carry, creator, registerByApi, signInByApi, uniqueName } from './visitor.js'

const SESSION_COOKIES = ['token', 'userid', 'userDetail', 'userDetailImg', 'routarname', 'openKeys', 'activeKeyRight']

test('a new stylist registers, having agreed to the terms', async ({ page, context }) => {
  const username = uniqueName()
  await page.goto('/login/register?refer=friend')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse 7')
  await page.getByLabel('Repeat the password').fill('correct horse 8')
  await page.locator('main').getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('You must read and agree to the Terms of Service to continue')).toBeVisible()
  await expect(page.getByText('The two passwords differ.')).toBeVisible()

  await page.getByLabel('Repeat the password').fill('correct horse 7')
  await page.getByLabel('I have read and agree').check()
  await page.locator('main').getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/login/mailbox')
  await expect(page.getByRole('button', { name: `Account of ${username}` })).toBeVisible()

  const cookies = await context.cookies()
  const token = cookies.find(({ name }) => name === 'token')
  expect(JSON.parse(decodeURIComponent(token!.value))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(token).toMatchObject({ path: '/', sameSite: 'Lax' })
  expect(token!.expires).toBeGreaterThan(Date.now() / 1_000)
  const detail = JSON.parse(decodeURIComponent(cookies.find(({ name }) => name === 'userDetail')!.value))
  expect(detail).toMatchObject({ name: username, email: `${username}@example.com`, refer: 'friend', identify: 'user' })
})

test('what the server refuses stands at its field', async ({ page }) => {
  const username = uniqueName()
  await page.goto('/login/register')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill('not an email')
  await page.getByLabel('Password', { exact: true }).fill('correct horse 7')
  await page.getByLabel('Repeat the password').fill('correct horse 7')
  await page.getByLabel('I have read and agree').check()
  await page.locator('main').getByRole('button', { name: 'Register' }).click()
  const email = page.getByLabel('Email')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription('Please fill in the correct Email.')
})

test('S20 signing in leads back to where one wanted to go, signing out removes all seven cookies', async ({
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

  // However they were set: for the whole site, or, as a script does that names no path, for the folder of a page.
  const folders = routeRows.map(({ what }) => what.replace(/\/[^/]*$/, '')).filter((folder) => folder !== '')
  await page.evaluate(
    ([names, paths]) =>
      names!.forEach((name, i) => {
        document.cookie = `${name}=x; path=/${['', '; max-age=9999', '; samesite=strict'][i % 3]}`
        for (const path of paths!) document.cookie = `${name}=x; path=${path}`
      }),
    [SESSION_COOKIES.slice(3), folders],
  )
  // Chromium stores them a moment after the script has set them.
  const keptPaths = async () => [...new Set((await context.cookies()).map(({ path }) => path))].sort()
  await expect.poll(keptPaths, 'they are there').toEqual([...new Set(['/', ...folders])].sort())
  await page.getByRole('button', { name: 'Account of creator' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  const left = async () => (await context.cookies()).filter(({ name }) => SESSION_COOKIES.includes(name))
  await expect.poll(async () => (await left()).map(({ name, path }) => `${name} ${path}`)).toEqual([])
})

test('backUrl never leads to another site', async ({ page, context }) => {
  await carry(context, await registerByApi())
  await page.goto('/login/signin?backUrl=//evil.example/x')
  await page.getByLabel('Email or username').fill('creator')
  await page.getByLabel('Password').fill(creator.password)
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
})

test('a token that means nothing leads to the sign-in page', async ({ page, context }) => {
  await context.addCookies([{ name: 'token', value: encodeURIComponent('"a.b.c"'), url: baseUrl }])
  await page.goto('/admin/works')
  await expect(page).toHaveURL('/login/signin?backUrl=%2Fadmin%2Fworks')
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('token')
  // One who is kept here, and the token of another.
  await carry(context, await registerByApi())
  await context.addCookies([{ name: 'userid', value: '01980000-0000-7000-8000-000000000000', url: baseUrl }])
  await page.goto('/admin')
  await expect(page).toHaveURL('/login/signin?backUrl=%2Fadmin')
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('token')
  await context.addCookies([{ name: 'token', value: 'not-json', url: baseUrl }])
  await page.goto('/upload')
  await expect(page).toHaveURL('/login/signin?backUrl=%2Fupload')
})

test(
  'a session ended elsewhere ends on the open page, by the socket, which comes back when it is lost',
  { tag: '@alone' },
  async ({ page, context, request }) => {
    const session = await signInByApi(creator.login, creator.password)
    await carry(context, session)
    const seen: string[] = []
    const open = new Set<string>()
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).startsWith('40') && seen.push('connected')),
    )
    // Calls, not pictures: those come whenever the browser likes.
    page.on('request', (request) => request.resourceType() === 'fetch' && open.add(request.url()))
    page.on('requestfailed', (request) => open.delete(request.url()))
    page.on('requestfinished', (request) => {
      open.delete(request.url())
      if (request.url().includes('/me/works')) seen.push('list')
    })
    await page.goto('/admin/works')
    // On connecting, the page fetches again what it shows; only then is it at rest.
    const atRest = () => expect.poll(() => open.size === 0 && seen.join(' ').includes('connected list')).toBe(true)
    await atRest()
    seen.length = 0
    sendSignal('realtime', 'SIGKILL')
    await expect(page.locator('.offline-bar')).toHaveText('Live updates are interrupted, connecting again')
    await atRest()
    await expect(page.locator('.offline-bar')).toHaveText('')
    const refused: string[] = []
    page.on('response', (response) => response.status() === 401 && refused.push(response.url()))
    const answer = await request.post('/auth/logout', { headers: { authorization: `Bearer ${session.token}` } })
    expect(answer.status()).toBe(204)
    await expect(page).toHaveURL('/login/signin?backUrl=%2Fadmin%2Fworks')
    expect(refused, 'the page had to ask to learn of it').toEqual([])
  },
)
