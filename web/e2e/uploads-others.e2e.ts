import { randomBytes } from 'node:crypto'
import { build } from 'esbuild'
import { expect, type Page } from 'playwright/test'
import { openNarrowProxy, type NarrowProxy } from './narrow-proxy.js'
import { test } from './test.js'
import { baseUrl, carry, registerByApi } from './visitor.js'

// What stands between people and Toile, and other programs than its own in their browsers.

// No garments: they are refused once they are there, so that nothing here keeps the worker from the tests that follow.
const file = (name: string, bytes: number) => ({ name, mimeType: 'model/gltf-binary', buffer: randomBytes(bytes) })
const row = (page: Page, name: string) => page.locator('.tray').getByRole('listitem').filter({ hasText: name })

async function choose(page: Page, proxy: NarrowProxy, name: string, bytes: number) {
  await page.goto(`${proxy.url}/upload`)
  await page.locator('main input[type=file][accept*=".glb"]').setInputFiles(file(name, bytes))
}
/** From another page, where the tray shows how it went. */
async function expectSent(page: Page, name: string) {
  await page.getByRole('link', { name: 'Creators' }).first().click()
  await expect(row(page, name)).toHaveAttribute('data-state', 'sent')
}

test('where a proxy lets no large request through, a file goes in smaller ones', async ({ page, context }) => {
  const proxy = await openNarrowProxy()
  await carry(context, await registerByApi(), proxy.url)

  await test.step('refused with 413, it goes on at once, and the next file begins so', async () => {
    proxy.refuseAbove = 1024 ** 2
    await choose(page, proxy, 'refused.glb', 2_500_000)
    await expectSent(page, 'refused.glb')
    expect(proxy.takePieces()).toEqual([2_500_000, 1_000_000, 1_000_000, 500_000])
    await choose(page, proxy, 'next.glb', 1_500_000)
    await expectSent(page, 'next.glb')
    expect(proxy.takePieces()).toEqual([1_000_000, 500_000])
  })

  await test.step('where nothing helps, the cause is named', async () => {
    proxy.refuseAbove = 10_000
    await choose(page, proxy, 'never.glb', 1_500_000)
    await expect(page.getByText(/A server between you and Toile refuses requests of 59 kB/)).toBeVisible()
    proxy.takePieces()
  })

  await test.step('cut twice at about the same size, it goes on in smaller ones', async () => {
    await page.evaluate(() => localStorage.clear())
    proxy.refuseAbove = Infinity
    proxy.cutAfter = 1_400_000
    await choose(page, proxy, 'cut.glb', 12_000_000)
    await expectSent(page, 'cut.glb')
    const pieces = proxy.takePieces()
    expect(pieces[0]).toBe(12_000_000)
    expect(pieces.slice(-3, -1)).toEqual([1_000_000, 1_000_000])
  })
  await page.goto('about:blank')
  await proxy.close()
})

/** What a page of somebody else's does with Uppy: one file, paused on its way where `isPaused`. Gives its address. */
const uppyPage = `
import Uppy from '@uppy/core'
import Tus from '@uppy/tus'
window.sendByUppy = async (token, bytes, options, isPaused) => {
  const uppy = new Uppy().use(Tus, { endpoint: '/uploads', headers: { authorization: 'Bearer ' + token }, ...options })
  uppy.addFile({ name: 'dress.glb', type: 'model/gltf-binary', data: new Blob([new Uint8Array(bytes)]) })
  if (isPaused)
    uppy.on('upload-progress', (file, { bytesUploaded }) => {
      if (!isPaused || !bytesUploaded) return
      isPaused = false
      uppy.pauseAll()
      uppy.resumeAll()
    })
  const { successful, failed } = await uppy.upload()
  if (failed.length > 0) throw new Error(failed[0].error)
  return successful[0].uploadURL
}`
type SendByUppy = (token: string, bytes: number, options: object, isPaused: boolean) => Promise<string>

test('Uppy sends a file as it comes, in pieces, by POST in place of PATCH, and goes on after a pause', async ({
  page,
  context,
}) => {
  const person = await registerByApi()
  await carry(context, person)
  await page.goto('/agreement/agree')
  const { outputFiles } = await build({
    stdin: { contents: uppyPage, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    write: false,
  })
  await page.evaluate(outputFiles[0]!.text)
  for (const [options, isPaused] of [
    [{}, false],
    [{ chunkSize: 500_000 }, false],
    [{ overridePatchMethod: true }, false],
    [{ chunkSize: 500_000 }, true],
  ] as const) {
    const address = await page.evaluate(
      ([token, chosen, pauses]) =>
        (window as unknown as { sendByUppy: SendByUppy }).sendByUppy(token, 1_200_000, chosen, pauses),
      [person.token, options, isPaused] as const,
    )
    const answer = await fetch(new URL(address, baseUrl), { headers: { authorization: `Bearer ${person.token}` } })
    expect(await answer.json(), JSON.stringify(options)).toMatchObject({ received: 1_200_000, filename: 'dress.glb' })
  }
})
