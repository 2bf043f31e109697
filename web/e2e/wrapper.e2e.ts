import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from 'playwright/test'
import { unroute } from './unroute.js'
import { openTestDb } from './toile-under-test.js'
import { test } from './test.js'
import { signInAsCreator, baseUrl, setSessionCookies, registerByApi } from './visitor.js'

const manifest = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../dist/.vite/manifest.json'), 'utf8'),
) as Record<string, { file: string }>
const signInPage = `**/${manifest['src/features/login/SignInPage.tsx']!.file}`

interface ApiResponse {
  code: number
  serverCode?: string
  message?: string
  data?: unknown
}
type CallAt = (path: string, input?: object, options?: object) => Promise<ApiResponse>
type Call = (method: string, path: string, payload?: object, options?: object) => Promise<ApiResponse>

let script = ''
test.beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { request } from './lib/request.js'; export { startI18n } from './i18n/index.js'
        export { guardedBy } from './app/guards.js'`,
      resolveDir: path.resolve(import.meta.dirname, '../src'),
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'toile',
    conditions: ['source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty', '.woff2': 'empty' },
    outdir: 'none',
  })
  script = `${outputFiles.find(({ path: name }) => name.endsWith('.js'))!.text};window.toile = toile`
})

async function withWrapper(page: Page): Promise<Call> {
  await page.goto('/agreement/agree')
  await page.evaluate(script)
  await page.evaluate(() => (window as unknown as { toile: { startI18n(): Promise<void> } }).toile.startI18n())
  return (method, path, payload, options) =>
    page.evaluate(
      ([at, input, how]) => (window as unknown as { toile: { request: CallAt } }).toile.request(at, input, how),
      [`${method} ${path}`, payload, options] as const,
    )
}

test('the wrapper sends what the spec says, and a failure has the largest safe integer and a serverCode', async ({
  page,
  context,
}) => {
  await signInAsCreator(context)
  const call = await withWrapper(page)
  const seen: { method: string; url: string; body: string | null; headers: Record<string, string> }[] = []
  await page.route('**/probe**', async (route) => {
    const request = route.request()
    seen.push({ method: request.method(), url: request.url(), body: request.postData(), headers: request.headers() })
    await route.fulfill({ json: {} })
  })
  const payload = { a: '', b: null, c: undefined, zero: 0, no: false, list: [] }
  await call('GET', '/api/probe', { ...payload, list: ['x', 'y'] })
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) await call(method, '/probe', payload)
  await call('GET', '/probe/admin/x')
  const [get, ...rest] = seen
  expect(get!.url).toBe(`${baseUrl}/probe?zero=0&no=false&list=x&list=y`)
  expect(get!.headers['authorization']).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
  expect(get!.headers['x-admin-request']).toBeUndefined()
  const admin = rest.pop()!
  expect(admin.headers['x-admin-request']).toBe('1')
  for (const { method, body, headers } of rest) {
    expect(JSON.parse(body!), method).toEqual({ zero: 0, no: false, list: [] })
    expect(headers['content-type']).toBe('application/json')
  }

  const guarded = (names: string[]) =>
    page.evaluate((given) => {
      const { toile } = window as unknown as { toile: { guardedBy(...names: string[]): unknown } }
      try {
        return typeof toile.guardedBy(...given)
      } catch (error) {
        return (error as Error).message
      }
    }, names)
  expect(await guarded(['session', 'vip'])).toBe('Unknown route middleware: vip')
  expect(await guarded(['toString'])).toBe('Unknown route middleware: toString')
  expect(await guarded(['session', 'owner', 'admin'])).toBe('function')

  const refused = await call('POST', '/auth/login', { login: 'nobody', password: 'not it' })
  expect(refused).toMatchObject({
    code: Number.MAX_SAFE_INTEGER,
    serverCode: 'WRONG_LOGIN',
    message: 'Your login name or password is incorrect.',
  })
  expect((await call('GET', '/entry/info')).code).toBe(0)
  await page.route('**/probe/down', (route) => route.abort('connectionfailed'))
  const down = await call('GET', '/probe/down')
  expect(down).toMatchObject({ code: Number.MAX_SAFE_INTEGER, serverCode: 'NETWORK', message: 'Network Failure!' })
})

test("a message with the word 'Unauthenticated' is shown and leads to sign-in, with the way back", async ({
  page,
  context,
}) => {
  await setSessionCookies(context, await registerByApi())
  await page.route(/\/me\/works\?/, (route) =>
    route.fulfill({ status: 400, json: { code: 'X', message: 'Token says: Unauthenticated!' } }),
  )
  await page.goto('/admin/works?tab=draft')
  await expect(page.locator('.toast', { hasText: 'Token says: Unauthenticated!' })).toBeVisible()
  await expect(page).toHaveURL('/login/signin?backUrl=%2Fadmin%2Fworks%3Ftab%3Ddraft')
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('token')
})

test('S18 other refusals keep the user signed in', async ({ page, context }) => {
  await setSessionCookies(context, await registerByApi())
  await page.route(/\/me\/works\?/, (route) =>
    route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'Not allowed.' } }),
  )
  await page.goto('/admin/works')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page).toHaveURL('/admin/works')
  expect((await context.cookies()).map(({ name }) => name)).toContain('token')
})

test('from an exempt page, a visitor keeps the existing way back', async ({ page }) => {
  const upload = page.getByRole('banner').getByRole('link', { name: 'Upload' })
  for (const [from, to] of [
    ['/agreement/agree', '/login/signin'],
    ['/login/register?backUrl=/static/about-us', '/login/signin?backUrl=%2Fstatic%2Fabout-us'],
    ['/', '/login/signin?backUrl=%2Fupload'],
  ] as const) {
    await page.goto(from)
    await upload.click()
    await expect(page).toHaveURL(to)
  }
})

test('A03 admin pages send visitors to sign-in and other users home', async ({ page, context }) => {
  const backstage = '/backgroundAdmin/userManagement'
  await page.goto(backstage)
  await expect(page).toHaveURL('/login/signin?backUrl=%2FbackgroundAdmin%2FuserManagement')
  await signInAsCreator(context)
  await page.goto(backstage)
  await expect(page).toHaveURL('/')

  const admin = await registerByApi()
  const setGroup = async (group: 'user' | 'admin') => {
    const db = openTestDb()
    await db.updateTable('users').set({ group }).where('id', '=', admin.user.id).execute()
    await db.destroy()
  }
  await setGroup('admin')
  let live: Promise<unknown> | undefined
  await test.step('a failed user request counts as no administrator', async () => {
    await setSessionCookies(context, admin)
    await page.route('**/auth/me', (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x' } }))
    const logged = page.waitForEvent('console', (message) => message.text().includes('could not be fetched'))
    await page.goto(backstage)
    await expect(page).toHaveURL('/')
    await logged
    await unroute(page, '**/auth/me')
    // The listener is added early, because frames may arrive together with the socket.
    live = new Promise<void>((resolve) =>
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => String(payload).startsWith('40') && resolve()),
      ),
    )
    await page.goto(backstage)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
    await expect(page).toHaveURL(backstage)
  })

  await test.step('A04 a demoted administrator is sent home, still signed in', async () => {
    await live
    await setGroup('user')
    await expect(page).toHaveURL('/')
    expect((await context.cookies()).map(({ name }) => name)).toContain('token')
    await expect(page.getByRole('button', { name: `Account: ${admin.user.name}` })).toBeVisible()
  })
})

test('X18 an insertBefore error or a missing chunk reloads the page at most once a minute; other errors are logged', async ({
  page,
}) => {
  await page.goto('/static/about-us')
  let loads = 0
  page.on('load', () => loads++)
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  const raise = (message: string) =>
    page.evaluate(
      (text) =>
        void setTimeout(() => {
          throw new Error(text)
        }),
      message,
    )
  const moved = "Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted"
  await raise('something else')
  await expect.poll(() => logged.join()).toContain('something else')
  expect(loads).toBe(0)
  const again = page.waitForEvent('load')
  await raise(moved)
  await again
  for (let more = 1; more <= 4; more++) {
    await raise(moved)
    await expect.poll(() => logged.filter((text) => text.includes('insertBefore')).length).toBe(more)
  }
  expect(loads, 'once for all five within a minute').toBe(1)
  await page.evaluate(() => sessionStorage.setItem('last-reload', String(Date.now() - 60_000)))
  const later = page.waitForEvent('load')
  await raise(moved)
  await later
  expect(loads).toBe(2)
  // Removes the record of the reload, as if the page were in a frame that has no storage.
  await page.evaluate(() => sessionStorage.removeItem('last-reload'))
  await raise(moved)
  await expect.poll(() => logged.filter((text) => text.includes('insertBefore')).length).toBe(5)
  expect(loads, 'that it was reloaded is known without a record').toBe(2)

  await test.step('a missing chunk of a replaced build reloads the page once and then shows an error', async () => {
    await page.evaluate(() => sessionStorage.setItem('last-reload', '1'))
    await page.route(signInPage, (route) => route.abort())
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
    await expect.poll(() => loads, 'loaded anew').toBe(3)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on this page')
    await expect(page).toHaveURL('/login/signin?backUrl=%2Fstatic%2Fabout-us')
    expect(loads, 'tried once').toBe(3)
    await unroute(page, signInPage)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByLabel('Email or username')).toBeVisible()
  })
})
