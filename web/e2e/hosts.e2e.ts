import { createServer, type Server } from 'node:http'
import { makeGarment } from '@toile/testing/garments'
import { expect, test } from 'playwright/test'
import { baseUrl, creator } from './visitor.js'

// Pages that lie on another origin than what they call. The origin is in HOSTS, see infra/test/browser.ts; here it is
// served, with the pages and the build's files and nothing else: a call that goes there fails.

const pageUrl = process.env['PAGE_URL'] ?? ''
const strayed: string[] = []

/** Serves Toile's pages at `url`, as a CDN would. */
async function servePages(url: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const isPage = (request.headers.accept ?? '').includes('text/html')
    if (!isPage && !/^\/(assets\/|theme\.js|favicon\.svg)/.test(path)) {
      strayed.push(`${request.method} ${path}`)
      return response.writeHead(404).end()
    }
    void fetch(baseUrl + path, { headers: { accept: request.headers.accept ?? '*/*', 'accept-encoding': 'identity' } })
      .then(async (answer) => {
        const kept = ['content-type', 'content-security-policy'].flatMap((name) => [
          [name, answer.headers.get(name) ?? ''] as const,
        ])
        response.writeHead(answer.status, Object.fromEntries(kept)).end(Buffer.from(await answer.arrayBuffer()))
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

test('pages on an origin of the map work with the API, the sockets and the files of another', async ({ page }) => {
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
  const buffer = await makeGarment({ segments: 12, textureSize: 64 })
  await page.locator('input[type=file]').setInputFiles({ name: 'far.glb', mimeType: 'model/gltf-binary', buffer })
  await expect(page).toHaveURL(/uploadDetail/)
  await expect(page.locator('[data-stage="upload"]')).toHaveAttribute('data-state', 'done')
  await expect.poll(() => live, 'the socket stands, at the other host').toBe(true)
  await page.goto(`${pageUrl}/admin/profile`)
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  expect(problems).toEqual([])
  expect(strayed).toEqual([])
  await close(server)
})

test('R03 a page of an origin that is not in the map is refused', async ({ page }) => {
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
