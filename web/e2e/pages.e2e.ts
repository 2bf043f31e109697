import { expect, type BrowserContext, type Page } from 'playwright/test'
import { makeReleasedWork, registerVerified } from './released-work.js'
import { test } from './test.js'
import { setSessionCookies, navigateInPage, collectProblems } from './visitor.js'

let createdCreator: ReturnType<typeof createCreator> | undefined
async function createCreator() {
  const session = await registerVerified()
  await makeReleasedWork({ login: session.user.email })
  return session
}

/** Signs in as a user with one work. No other test changes the pages of this user or this work. */
async function signInAsCreator(context: BrowserContext): Promise<void> {
  await setSessionCookies(context, await (createdCreator ??= createCreator()))
}

/** Opens a page, waits until it has one h1 and no skeletons, and expects that it has logged no errors. */
async function expectSound(page: Page, address: string): Promise<void> {
  const problems = collectProblems(page)
  await page.goto(address)
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  expect(problems, address).toEqual([])
  page.removeAllListeners('console')
  page.removeAllListeners('pageerror')
}

test('colours and language are chosen in the header and persist', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Theme').selectOption('dark')
  await page.getByLabel('Language').selectOption('zh-CN')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('以光与网格裁成的衣裳')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('以光与网格裁成的衣裳')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(
    loaded.filter((url) => /\/assets\/en[.-]/.test(url)),
    'only one language is loaded',
  ).toEqual([])
})

test('a Chinese browser gets Chinese, also from the server', async ({ open }) => {
  const page = await open(undefined, { locale: 'zh-CN' })
  await page.goto('/login/signin')
  await page.getByLabel('邮箱或用户名').fill('nobody-here')
  await page.getByLabel('密码').fill('whatever it is')
  await page.locator('main').getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /[\u4e00-\u9fff]/ })).toBeVisible()
})

test('a missing subject shows "Page not found", with status 404 for an unknown path', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response!.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page).toHaveTitle('Page not found · Toile')
  for (const address of ['/project/01980000-0000-7000-8000-000000000000', '/project/nonsense']) {
    await navigateInPage(page, address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  }
})

test('the document follows the spec, and the keyboard can skip the header', async ({ page }) => {
  await page.goto('/login/signin')
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', 'width=1200, maximum-scale=2')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /global 3D stylists community/)
  await expect(page.locator('html')).toHaveAttribute('data-mobile', 'false')
  for (const [userAgent, maxTouchPoints, mobile] of [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)', 5, 'true'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)', 5, 'true'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)', 0, 'false'],
  ] as const) {
    await page.evaluate(
      (as) => {
        for (const [name, value] of Object.entries(as))
          Object.defineProperty(navigator, name, { value, configurable: true })
      },
      { userAgent, maxTouchPoints },
    )
    await page.addScriptTag({ url: '/theme.js' })
    await expect(page.locator('html')).toHaveAttribute('data-mobile', mobile)
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Email or username')).toBeFocused()
})

test('nothing moves while the first pages load', async ({ page, context }) => {
  await signInAsCreator(context)
  // The socket is silent, because live messages about works of other tests would move tiles.
  await page.routeWebSocket(/\/socket\.io\//, () => {})
  await page.addInitScript(() => {
    const shift = { total: 0 }
    Object.assign(window, { shift })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift.total += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const address of ['/', '/upload', '/admin/works']) {
    await expectSound(page, address)
    const shift = await page.evaluate(() => (window as unknown as { shift: { total: number } }).shift.total)
    expect(shift, address).toBeLessThan(0.02)
  }
})

test("C04 pages work with any content in the browser's storage, and none of it runs", async ({ page, context }) => {
  const script = '<img src=x onerror="window.ran=1">'
  await signInAsCreator(context)
  const { user } = await createdCreator!
  await page.goto('/favicon.svg')
  for (const value of [
    script,
    '{"',
    JSON.stringify({ [user.id]: [null, 5, { key: script }] }),
    JSON.stringify([{ uploadId: script }, null, 1]),
    'x'.repeat(1_000_000),
  ]) {
    await page.evaluate((stored) => {
      for (const key of ['colour-mode', 'language', 'uploads-left', 'messages-waiting', 'captions'])
        localStorage.setItem(key, stored)
      for (const key of ['refer', 'last-reload', 'page-enter']) sessionStorage.setItem(key, stored)
    }, value)
    await expectSound(page, '/upload')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('html')).toHaveAttribute('data-theme', /^(light|dark)$/)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  }
})
