import { createServer, type Server } from 'node:http'
import { newId } from '@toile/contracts/ids'
import { expect, type Page } from 'playwright/test'
import { garmentFile } from './published.js'
import { test } from './test.js'
import { baseUrl, creator, navigateInPage } from './visitor.js'

// The origin of the pages has no API, so misdirected calls fail. HOSTS (infra/test/browser.ts) names the API's origin.

const pageUrl = process.env['PAGE_URL'] ?? ''
const measureUrl = process.env['MEASURE_URL'] ?? ''
const strayed: string[] = []

async function servePages(url: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const isPage = (request.headers.accept ?? '').includes('text/html')
    if (!isPage && !/^\/(assets\/|theme\.js|favicon\.svg)/.test(path)) {
      strayed.push(`${request.method} ${path}`)
      return response.writeHead(404).end()
    }
    void fetch(baseUrl + path, { headers: { accept: request.headers.accept ?? '*/*', 'accept-encoding': 'identity' } })
      .then(async (upstream) => {
        const headers = ['content-type', 'content-security-policy'].flatMap((name) => [
          [name, upstream.headers.get(name) ?? ''] as const,
        ])
        response.writeHead(upstream.status, Object.fromEntries(headers)).end(Buffer.from(await upstream.arrayBuffer()))
      })
      .catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve))
  return server
}

const close = (server: Server) => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

/** Requests to the analytics server that HOSTS names for `pageUrl`. */
const measured: string[] = []
let measurement: Server
test.beforeAll(async () => {
  measurement = createServer((request, response) => {
    measured.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(`new Image().src = '${measureUrl}/collect'`)
  })
  await new Promise<void>((resolve) => measurement.listen(Number(new URL(measureUrl).port), '127.0.0.1', resolve))
})
test.afterAll(() => close(measurement))

/** Waits until page views are recorded. Recording starts once the first page is idle. */
const watched = (page: Page) =>
  expect.poll(() => page.evaluate(() => sessionStorage.getItem('page-enter'))).not.toBeNull()

test('N05 a host without settings contacts no other; N03 N04 each view is reported once, without ids', async ({
  page,
}) => {
  const others = new Set<string>()
  const views: { path: string; seconds: number; id: string }[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== baseUrl && !/^(blob|data):/.test(request.url())) others.add(request.url())
    if (pathname === '/analytics/page-views') views.push(request.postDataJSON() as (typeof views)[number])
  })
  await page.goto('/login/password?token=TopSecret')
  await watched(page)
  const id = newId()
  for (const address of [
    `/creators/personalPage?id=${id}`,
    `/project/${id}?refer=TopSecret#x`,
    '/learning',
    '/nowhere',
    '/',
  ])
    await navigateInPage(page, address)
  await page.evaluate(() => {
    sessionStorage.setItem('page-enter', String(Date.now() - 12_340))
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new Event('pagehide'))
  })
  await expect.poll(() => views.length).toBe(5)
  expect(views.map(({ path }) => path)).toEqual([
    '/login/password',
    '/creators/personalPage',
    '/project/:id',
    '/learning',
    '/',
  ])
  expect(views.at(-1)!.seconds).toBeGreaterThanOrEqual(12.3)
  expect(views.every(({ seconds }) => Number.isInteger(Math.round(seconds * 10_000) / 1_000))).toBe(true)
  expect(new Set(views.map((one) => one.id)).size).toBe(5)
  expect(JSON.stringify(views)).not.toMatch(new RegExp(`TopSecret|${id}`))
  expect([...others]).toEqual([])
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
})

test('N05 only the configured host gets page views, and none for addresses with secrets', async ({ page }) => {
  const server = await servePages(pageUrl)
  measured.length = 0
  const others = new Set<string>()
  page.on('request', (request) => others.add(new URL(request.url()).origin))
  await page.goto(`${pageUrl}/login/password?token=TopSecret`)
  await watched(page)
  expect(measured).toEqual([])
  await page.goto(`${pageUrl}/creators/personalPage?id=TopSecret`)
  await expect.poll(() => measured).toContain('/measure.js?id=G-TEST')
  const layer = () => page.evaluate(() => JSON.stringify((window as { dataLayer?: unknown[] }).dataLayer))
  await expect.poll(layer).toContain(`"page_location":"${pageUrl}/creators/personalPage"`)
  expect(await layer()).not.toContain('TopSecret')
  await expect.poll(() => [...others].sort()).toEqual([baseUrl, measureUrl, pageUrl].sort())
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  measured.length = 0
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${pageUrl}/learning`)
  await page.waitForLoadState('networkidle')
  expect(measured).toEqual([])
  await close(server)
})

test('pages on a configured origin use the API, sockets and files of another', async ({ page }) => {
  const server = await servePages(pageUrl)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  let live = false
  page.on('websocket', (socket) => {
    const isThere = socket.url().startsWith(baseUrl.replace('http', 'ws'))
    socket.on('framereceived', ({ payload }) => (live ||= isThere && String(payload).startsWith('40')))
  })
  await page.goto(`${pageUrl}/login/signin?backUrl=/upload`)
  await page.getByLabel('Email or username').fill(creator.login)
  await page.getByLabel('Password').fill(creator.password)
  await page.locator('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${pageUrl}/upload`)
  await page.locator('input[type=file]').setInputFiles(await garmentFile('far.glb'))
  await expect(page).toHaveURL(/uploadDetail/)
  await expect(page.locator('[data-stage="upload"]')).toHaveAttribute('data-state', 'done')
  await expect.poll(() => live, 'the socket stands, at the other host').toBe(true)
  await page.goto(`${pageUrl}/admin/profile`)
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  expect(problems).toEqual([])
  expect(strayed).toEqual([])
  await close(server)
})

test('R03 refuses a page of an unknown origin', async ({ page }) => {
  const stranger = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'))
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(stranger.address() as { port: number }).port}`)
  const read = (path: string, headers: Record<string, string>) =>
    page.evaluate(
      async ([url, sent]) => (await fetch(url, { headers: sent }).catch(() => undefined))?.status ?? 'refused',
      [baseUrl + path, headers] as const,
    )
  expect(await read('/entry/info', {})).toBe('refused')
  expect(await read('/auth/me', { authorization: 'Bearer x' })).toBe('refused')
  await close(stranger)
})
