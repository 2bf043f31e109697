import { randomBytes } from 'node:crypto'
import { expect, type Page } from 'playwright/test'
import { unroute } from './unroute.js'
import { uploadThrottle } from './toile-under-test.js'
import { test } from './test.js'
import { setSessionCookies, expectRow, registerByApi, secureUrl } from './visitor.js'

// These tests interrupt uploads. For a killed API see infra/chaos, I1.

// The bytes are not a garment. They are refused at once, so the worker stays free for the next tests.
const bytes = randomBytes(2_000_000)
test.beforeEach(async ({ context }) => setSessionCookies(context, await registerByApi()))

const glb = (name: string) => ({ name, mimeType: 'model/gltf-binary', buffer: bytes })
const choose = (page: Page, ...names: string[]) =>
  page.locator('main input[type=file][accept*=".glb"]').setInputFiles(names.map((name) => glb(name)))
const tray = (page: Page) => page.getByRole('region', { name: /upload/i }).and(page.locator('.tray'))
const row = (page: Page, name: string) => tray(page).getByRole('listitem').filter({ hasText: name })
/** Collects the offsets of PATCH requests after this call. An upload that starts over begins at 0. */
function offsets(page: Page): number[] {
  const seen: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/uploads/'))
      seen.push(Number(request.headers()['upload-offset']))
  })
  return seen
}

test('an upload that is paused, offline, refused or reloaded resumes', async ({ page, context }) => {
  const speed = await uploadThrottle(page)
  const created: string[] = []
  page.on('request', (request) => request.method() === 'POST' && created.push(new URL(request.url()).pathname))
  await page.goto('/upload')
  // The upload is slow enough to outlast the interruptions below, even on a busy machine.
  await speed(bytes.length / 60)
  await choose(page, 'slow.glb')
  await expect(page).toHaveURL(/uploadDetail/)
  await expect(page).toHaveTitle(/^[1-9]\d?% · /)
  const pause = page.getByRole('button', { name: 'Pause' })
  const resume = page.getByRole('button', { name: 'Resume' })
  await pause.click()
  await expect(page.getByText('Paused')).toBeVisible()

  await test.step('explains what blocks the upload, and retries', async () => {
    // The first HEAD finds the server unreachable. The next two get 503, as if another connection held the upload.
    let asked = 0
    await page.route(/\/uploads\/[0-9a-f-]+$/, (route) => {
      if (route.request().method() !== 'HEAD' || ++asked > 3) return route.continue()
      if (asked === 1) return route.abort('connectionrefused')
      return route.fulfill({ status: 503, headers: { 'retry-after': '1' } })
    })
    await resume.click()
    await expect(page.getByText('Connection interrupted, retrying')).toBeVisible()
    await expect(page.locator('.sending-line')).toContainText(/\/s · .* left/)
    expect(asked).toBeGreaterThan(3)
    await unroute(page)
  })

  await test.step('offline it waits, and resumes when the network is back', async () => {
    await context.setOffline(true)
    await expect(page.getByText('Offline. Resumes when you’re back online.')).toBeVisible()
    const bar = page.locator('.offline-bar')
    await expect(bar).toHaveText('You’re offline. Showing saved data.')
    await context.setOffline(false)
    await expect(bar).toHaveText('')
    await expect(page.locator('.sending-line')).toContainText(/\/s · .* left/)
  })
  await pause.click()
  expect(
    created.filter((path) => path === '/uploads'),
    'begun once',
  ).toHaveLength(1)

  await page.reload()
  await speed(-1)
  await expect(page.getByText(/The upload stopped at [1-9]\d?%\. Choose slow\.glb again/)).toBeVisible()
  await choose(page, 'other.glb')
  await expect(page.getByText('This is a different file.')).toBeVisible()
  await page.goto('/agreement/agree')
  const button = row(page, 'slow.glb').getByRole('button', { name: /^Continue slow\.glb \([1-9]\d?%\)$/ })
  await expect(button).toBeVisible()
  const seen = offsets(page)
  await tray(page).locator('input[type=file]').setInputFiles(glb('slow.glb'))
  await expect(row(page, 'slow.glb')).toHaveAttribute('data-state', 'sent')
  expect(seen[0]).toBeGreaterThan(0)
  await row(page, 'slow.glb').getByRole('link').click()
  await expectRow(page, 'upload', 'done')
  // An unverified account can prepare everything but not publish.
  await expect(page.getByText('Verify your email.')).toBeVisible()
})

test('a browser that may read the file again resumes automatically after a reload', async ({ page, context }) => {
  const speed = await uploadThrottle(page)
  // File handles need a secure context.
  await setSessionCookies(context, await registerByApi(), secureUrl)
  await page.goto(`${secureUrl}/upload`)
  // A file of the origin private file system has a handle like the picker's, but is readable without permission.
  await page.evaluate(async (base64) => {
    const root = await navigator.storage.getDirectory()
    const handle = await root.getFileHandle('kept.glb', { create: true })
    const stream = await handle.createWritable()
    await stream.write(Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)))
    await stream.close()
    Object.assign(window, { showOpenFilePicker: undefined })
    const file = await handle.getFile()
    const drag = new DataTransfer()
    drag.items.add(file)
    const item = { kind: 'file', getAsFileSystemHandle: async () => handle }
    const event = new DragEvent('drop', { dataTransfer: drag, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files: [file], items: [item] } })
    Object.assign(window, { dispatchDrop: () => window.dispatchEvent(event) })
  }, bytes.toString('base64'))
  await speed(bytes.length / 12)
  // dispatchDrop() returns false once the page accepts the drop by preventDefault(). A loading page does not accept it.
  const isTaken = () => page.evaluate(() => !(window as unknown as { dispatchDrop(): boolean }).dispatchDrop())
  await expect.poll(isTaken).toBe(true)
  await expect(page).toHaveTitle(/^[1-9]\d?% · /)
  page.on('dialog', (dialog) => void dialog.accept())
  const seen = offsets(page)
  await page.goto(`${secureUrl}/agreement/agree`)
  await speed(-1)
  await expect(row(page, 'kept.glb')).toHaveAttribute('data-state', 'sent')
  expect(seen.at(-1)).toBeGreaterThan(0)
})

test('after twenty seconds without progress it says so and retries automatically', async ({ page }) => {
  await page.clock.install()
  await page.goto('/upload')
  let held = 0
  await page.route(/\/uploads\/[0-9a-f-]+$/, (route) => {
    if (route.request().method() === 'PATCH' && held++ === 0) return undefined
    return route.continue()
  })
  await choose(page, 'dress.glb')
  await expect.poll(() => held).toBe(1)
  // Stops the clock 25 s ahead. If it ran on, the retry would start and the message would disappear.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 25_000)
  await expect(page.getByText('No progress for 20 s, retrying')).toBeVisible()
  await page.clock.resume()
  await expectRow(page, 'upload', 'done')
})

test('several files upload while browsing, two at a time, and the tray follows them', async ({ page }) => {
  const speed = await uploadThrottle(page)
  await page.goto('/upload')
  await speed(bytes.length / 20)
  await choose(page, 'one.glb', 'two.glb', 'three.glb')
  await expect(page).toHaveURL('/upload')
  await expect(tray(page).getByRole('heading')).toHaveText(/Uploading 3 files · \d+%/)
  await expect(row(page, 'one.glb')).toHaveAttribute('data-state', 'moving')
  await expect(row(page, 'three.glb')).toContainText('Waiting to upload')
  await page.getByRole('link', { name: 'Works' }).first().click()
  await expect(page).toHaveURL('/')
  await expect(page).toHaveTitle(/^\d+% · /)
  await row(page, 'one.glb').getByRole('button', { name: 'Pause one.glb' }).click()
  await expect(row(page, 'one.glb')).toContainText('Paused')
  await expect(row(page, 'three.glb')).toHaveAttribute('data-state', 'moving')
  await tray(page).getByRole('button', { name: 'Collapse uploads' }).click()
  await expect(row(page, 'two.glb')).toBeHidden()
  await tray(page).getByRole('button', { name: 'Expand uploads' }).click()
  await row(page, 'two.glb').getByRole('button', { name: 'Cancel two.glb' }).click()
  await expect(row(page, 'two.glb')).toHaveCount(0)
  await row(page, 'one.glb').getByRole('button', { name: 'Resume one.glb' }).click()
  await speed(-1)
  await expect(row(page, 'one.glb')).toHaveAttribute('data-state', 'sent')
  await expect(row(page, 'three.glb')).toHaveAttribute('data-state', 'sent')
  await expect(page).not.toHaveTitle(/%/)
  await row(page, 'three.glb').getByRole('link').click()
  await expectRow(page, 'processed', 'failed')
  await page.getByRole('link', { name: 'Works' }).first().click()
  await expect(row(page, 'three.glb')).toContainText('Failed. See why')
})
