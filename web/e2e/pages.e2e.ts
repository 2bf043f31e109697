import { expect, test, type BrowserContext, type Page } from 'playwright/test'
import { pages } from '@toile/contracts/pages.constants'
import { makeReleasedWork, registerVerified } from './released-work.js'
import { carry, registerByApi, signInByApi, watchForProblems } from './visitor.js'

const visitorPages = [
  '/',
  '/login/signin',
  '/login/register',
  '/login/email',
  '/login/mailbox',
  '/login/password',
  '/agreement/agree',
  '/agreement/conceal',
  '/static/about-us',
]
const signedInPages = [
  '/admin',
  '/admin/profile',
  '/admin/cloud',
  '/admin/notification',
  '/admin/notification?tab=messages',
  '/admin/notification?tab=settings',
  '/upload',
  '/admin/works',
  '/admin/works?tab=draft',
  '/admin/works?tab=trashed',
]

let somebody: ReturnType<typeof makeSomebody> | undefined
async function makeSomebody() {
  const session = await registerVerified()
  await makeReleasedWork({ login: session.user.email })
  return session
}

/** Signs in somebody with one work, whose pages change by nothing that other tests do. */
async function asSomebody(context: BrowserContext): Promise<void> {
  await carry(context, await (somebody ??= makeSomebody()))
}

/** The page has its words, no skeleton stands any more, and nothing went wrong unseen. */
async function expectSound(page: Page, address: string): Promise<void> {
  const problems = watchForProblems(page)
  await page.goto(address)
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  expect(problems, address).toEqual([])
  page.removeAllListeners('console')
  page.removeAllListeners('pageerror')
}

/** Names, formats and what people wrote stay as they are in every language. */
const notTranslated =
  /[\w.-]+@[\w.-]+|stylist[\w-]*|[Tt]oile|English|Cookie|token|userid|userDetail|creator|node|Google|Facebook|CLO|Chrom\w*|Linux|JPEG|PNG|WebP|AVIF|GIF|MB|3D|MIT|SHA|WebM|MKV|MP4|MOV|\.\w+|https?:\S+/g

/** Words in Latin letters that the interface itself says: titles and names of people lie in links of their own. */
function latinWords(page: Page): Promise<string[]> {
  return page.evaluate((pattern) => {
    const said = document.body.cloneNode(true) as HTMLElement
    for (const theirs of said.querySelectorAll('script, style, input, textarea, .tile, .user-menu, [lang=en]'))
      theirs.remove()
    return said.textContent.replace(new RegExp(pattern, 'g'), ' ').match(/[A-Za-z]{3,}/g) ?? []
  }, notTranslated.source)
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`every page is sound in ${colorScheme} colours, chosen before the first paint`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    for (const address of visitorPages) {
      await expectSound(page, address)
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    }
    await asSomebody(context)
    for (const address of signedInPages) await expectSound(page, address)
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(14, 13, 12)' : 'rgb(250, 249, 247)')
    await context.close()
  })

test('S16 no page that there is breaks its policy, whoever reads it', async ({ browser }) => {
  const work = await makeReleasedWork()
  const una = await registerByApi()
  const admin = await signInByApi('admin@toile.local', process.env['DEMO_ADMIN_PASSWORD'] ?? '')
  const queries: Record<string, string> = {
    '/upload/uploadDetail': `?id=${work.uploadId}`,
    '/creators/personalPage': `?id=${una.user.id}`,
    '/compare': `?one=${work.id}`,
  }
  // A break is a problem in the walks above, too: what a visitor and the creator see there is not looked at again.
  const needSession = /^\/(admin|upload|backgroundAdmin)|(threepassword|bind_email)$/
  // What a session changes on the rest is their header, and what one may do with a work or a person.
  const forSession = (path: string) => needSession.test(path) || /^\/(project|creators)/.test(path)
  for (const role of ['visitor', 'una', 'admin'] as const) {
    const context = await browser.newContext()
    if (role !== 'visitor') await carry(context, role === 'una' ? una : admin)
    const page = await context.newPage()
    const broken: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) broken.push(`${role} ${page.url()} ${message.text()}`)
    })
    await page.goto('/agreement/agree')
    const isLeft = (path: string) =>
      role === 'visitor' ? !needSession.test(path) && !visitorPages.includes(path) : forSession(path)
    for (const path of pages.filter(isLeft)) {
      // Within the one document: the policy is its own, and each page is there at once.
      await page.evaluate(
        (address) => {
          document.querySelectorAll('h1').forEach((heading) => heading.setAttribute('data-before', ''))
          history.pushState({}, '', address)
          dispatchEvent(new PopStateEvent('popstate'))
        },
        path.replace(':id', work.id) + (queries[path] ?? ''),
      )
      await expect(page.locator('h1:not([data-before])'), `${role} ${path}`).toBeVisible()
    }
    expect(broken).toEqual([])
    await page.evaluate(() => document.body.append(Object.assign(document.createElement('script'), { text: '0' })))
    await expect.poll(() => broken.length, 'a break is seen').toBe(1)
    await context.close()
  }
})

test('colours and language are chosen in the header and stay', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Colours').selectOption('dark')
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

test('a Chinese browser reads Chinese on every page, also what the server says', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  for (const address of visitorPages) {
    await expectSound(page, address)
    expect(await latinWords(page), address).toEqual([])
  }
  await page.goto('/login/register')
  await page.getByLabel('用户名').fill('x')
  await page.goto('/login/signin')
  await page.getByLabel('邮箱或用户名').fill('nobody-here')
  await page.getByLabel('密码').fill('whatever it is')
  await page.locator('main').getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /[\u4e00-\u9fff]/ })).toBeVisible()
  await asSomebody(context)
  for (const address of signedInPages) {
    await expectSound(page, address)
    expect(await latinWords(page), address).toEqual([])
  }
  await context.close()
})

test('what is not there is "Page not found", with status 404 where the path is none of ours', async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer!.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page).toHaveTitle('Page not found · Toile')
  for (const address of ['/project/01980000-0000-7000-8000-000000000000', '/project/nonsense']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  }
})

test('the document says what the spec says, and the keyboard goes past the header', async ({ page }) => {
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

test('nothing moves while the first pages load', { tag: '@alone' }, async ({ page, context }) => {
  await asSomebody(context)
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

test("C04 whatever stands in the browser's storage, the pages work and nothing of it runs", async ({ browser }) => {
  const script = '<img src=x onerror="window.ran=1">'
  for (const value of [script, '{"', '{}', JSON.stringify([{ uploadId: script }, null, 1]), 'x'.repeat(1_000_000)]) {
    const context = await browser.newContext()
    await asSomebody(context)
    await context.addInitScript((kept) => {
      for (const key of ['colour-mode', 'language', 'uploads-left']) localStorage.setItem(key, kept)
      for (const key of ['refer', 'last-reload']) sessionStorage.setItem(key, kept)
    }, value)
    const page = await context.newPage()
    await expectSound(page, '/upload')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('html')).toHaveAttribute('data-theme', /^(light|dark)$/)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    await context.close()
  }
})
