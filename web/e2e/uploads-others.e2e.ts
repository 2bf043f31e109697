import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, type Page } from 'playwright/test'
import { openSizeLimitProxy, type SizeLimitProxy } from './size-limit-proxy.js'
import { test } from './test.js'
import type { SendByUppy } from './uppy-page.js'
import { baseUrl, setSessionCookies, registerByApi } from './visitor.js'

// The files are not garments. They are refused at once, so the worker stays free for the next tests.
const file = (name: string, bytes: number) => ({ name, mimeType: 'model/gltf-binary', buffer: randomBytes(bytes) })
const row = (page: Page, name: string) => page.locator('.tray').getByRole('listitem').filter({ hasText: name })

async function choose(page: Page, proxy: SizeLimitProxy, name: string, bytes: number) {
  await page.goto(`${proxy.url}/upload`)
  await page.locator('main input[type=file][accept*=".glb"]').setInputFiles(file(name, bytes))
}
/** Checks the tray on another page, once the upload's own page has opened. */
async function expectSent(page: Page, name: string) {
  await page.waitForURL(/uploadDetail/)
  await page.getByRole('link', { name: 'Creators' }).first().click()
  await expect(row(page, name)).toHaveAttribute('data-state', 'sent')
}

test('a proxy that refuses large requests gets smaller ones', async ({ page, context }) => {
  const proxy = await openSizeLimitProxy()
  await setSessionCookies(context, await registerByApi(), proxy.url)

  await test.step('after 413 the upload continues at once, and the next file starts small', async () => {
    proxy.refuseAbove = 1024 ** 2
    await choose(page, proxy, 'refused.glb', 2_500_000)
    await expectSent(page, 'refused.glb')
    expect(proxy.takeRequestSizes()).toEqual([2_500_000, 1_000_000, 1_000_000, 500_000])
    await choose(page, proxy, 'next.glb', 1_500_000)
    await expectSent(page, 'next.glb')
    expect(proxy.takeRequestSizes()).toEqual([1_000_000, 500_000])
  })

  await test.step('names the cause when no size works', async () => {
    proxy.refuseAbove = 10_000
    await choose(page, proxy, 'never.glb', 1_500_000)
    await expect(page.getByText(/A server between you and Toile blocks requests of 59 kB/)).toBeVisible()
    proxy.takeRequestSizes()
  })

  await test.step('after two cuts at a similar size the upload continues in smaller requests', async () => {
    await page.evaluate(() => localStorage.clear())
    proxy.refuseAbove = Infinity
    proxy.cutAfter = 1_400_000
    await choose(page, proxy, 'cut.glb', 12_000_000)
    await expectSent(page, 'cut.glb')
    const pieces = proxy.takeRequestSizes()
    expect(pieces[0]).toBe(12_000_000)
    expect(pieces.slice(-3, -1)).toEqual([1_000_000, 1_000_000])
  })
  await test.step('after 502 from a proxy the upload continues in smaller requests, too', async () => {
    await page.evaluate(() => localStorage.clear())
    proxy.respondsWith502 = true
    await choose(page, proxy, '502.glb', 12_000_000)
    await expectSent(page, '502.glb')
    expect(proxy.takeRequestSizes().slice(-3, -1)).toEqual([1_000_000, 1_000_000])
  })
  await page.goto('about:blank')
  await proxy.close()
})

test('Uppy uploads in pieces, by POST instead of PATCH, and resumes after a pause', async ({ page, context }) => {
  const person = await registerByApi()
  await setSessionCookies(context, person)
  await page.goto('/agreement/agree')
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('uppy-page.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    write: false,
  })
  await page.evaluate(outputFiles[0]!.text)
  let pieces: string[] = []
  page.on('request', (request) => {
    const headers = request.headers()
    if (headers['upload-offset'] === undefined) return
    pieces.push(`${request.method()} at ${headers['upload-offset']}`)
  })
  const inPieces = ['PATCH at 0', 'PATCH at 500000', 'PATCH at 1000000']
  for (const [bytes, options, isPaused, wanted] of [
    [1_200_000, {}, false, ['PATCH at 0']],
    [1_200_001, { chunkSize: 500_000 }, false, inPieces],
    [1_200_002, { overridePatchMethod: true }, false, ['POST at 0']],
    [1_200_003, { chunkSize: 500_000 }, true, inPieces],
  ] as const) {
    pieces = []
    // Uppy identifies a file by its name, type and size, and does not send a completed file again. So the sizes differ.
    const address = await page.evaluate(
      ([token, size, chosen, pauses]) =>
        (window as unknown as { sendByUppy: SendByUppy }).sendByUppy(token, size, chosen, pauses),
      [person.token, bytes, options, isPaused] as const,
    )
    const response = await fetch(new URL(address, baseUrl), { headers: { authorization: `Bearer ${person.token}` } })
    expect(await response.json(), JSON.stringify(options)).toMatchObject({ received: bytes, filename: 'dress.glb' })
    expect(pieces).toEqual(expect.arrayContaining([...wanted]))
  }
})
