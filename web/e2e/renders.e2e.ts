import type { ResponseOf } from '@toile/contracts/route'
import type { Render } from '@toile/contracts/renders/renders'
import type { Routes } from '@toile/contracts/routes'
import type { Work } from '@toile/contracts/works/works'
import { expect, type Page } from 'playwright/test'
import { unroute } from './unroute.js'
import { openViewer, publishGarment } from './published.js'
import { viewerGarment } from './viewer-garment.js'
import { test } from './test.js'
import { signInAsCreator, baseUrl, creatorSession } from './visitor.js'

type Engines = ResponseOf<Routes['listEngines']>

let work: Work
test.beforeAll(async () => {
  work = await publishGarment('For the cloud', viewerGarment)
})
test.beforeEach(({ context }) => signInAsCreator(context))

async function sendByApi(settings: object): Promise<Render> {
  const response = await fetch(`${baseUrl}/renders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(await creatorSession()).token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ source: { workId: work.id }, width: 160, height: 208, engine: 'preview', ...settings }),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Render
}
async function isOffered(engine: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${(await creatorSession()).token}` }
  const engines = (await (await fetch(`${baseUrl}/renders/engines`, { headers })).json()) as Engines
  return engines.engines.some((one) => one.engine === engine && one.available)
}
const drawer = (page: Page) => page.getByRole('dialog').first()
const row = (page: Page, name: string) => page.getByRole('row', { name })
const expectStatus = (page: Page, status: string) =>
  expect(drawer(page).locator('.render-state')).toHaveAttribute('data-status', status)

test('the viewer’s state is sent, followed until finished, and becomes the cover', async ({ page }) => {
  await openViewer(page, work)
  await page.getByRole('button', { name: 'Adjust' }).click()
  await page.getByRole('radio', { name: 'Evening' }).check()
  await page.getByRole('radio', { name: 'Back', exact: true }).check()
  await page.getByRole('button', { name: 'Cloud render' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cloud render' })
  await expect(dialog.getByRole('radio', { name: 'Current camera' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'Evening' })).toBeChecked()
  // If no worker offers Cycles, as on a machine without Blender, the dialog says so.
  const missing = dialog.getByText('Cycles isn’t available right now.')
  await expect(missing).toHaveCount((await isOffered('cycles')) ? 0 : 1)
  await expect(dialog.locator('.render-estimate')).toContainText('1 image')

  await dialog.getByRole('radio', { name: 'Draft' }).check()
  await dialog.getByRole('radio', { name: 'Custom', exact: true }).check()
  await dialog.getByLabel('Width in pixels').fill('9000')
  await expect(dialog.getByText('Enter a whole number from 64 to 4096.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Render', exact: true })).toBeDisabled()
  await dialog.getByLabel('Width in pixels').fill('160')
  await dialog.getByLabel('Height in pixels').fill('208')
  await dialog.getByLabel('Name').fill('From behind')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cloud render' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('From behind')
  await expect(dialog.getByLabel('Width in pixels')).toHaveValue('160')
  await dialog.getByLabel('Show a draft preview first and wait for my approval').check()
  const asked = page.waitForRequest((request) => request.url().endsWith('/renders') && request.method() === 'POST')
  await dialog.getByRole('button', { name: 'Render', exact: true }).click()
  const sent = (await asked).postDataJSON() as { camera: { position: number[] }; lighting: string }
  expect(sent.camera.position[2]).toBeLessThan(-0.5)
  expect(sent.lighting).toBe('evening')
  await page.getByRole('button', { name: 'View progress' }).click()

  await expect(page).toHaveURL(/\/admin\/cloud\?id=/)
  await expectStatus(page, 'awaiting')
  await expect(drawer(page).locator('.render-preview img')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Approve' }).click()
  await expectStatus(page, 'finished')
  await expect(page.getByRole('status').filter({ hasText: /R-\d{6} From behind: Finished/ })).toHaveCount(1)
  const picture = drawer(page).getByRole('img', { name: 'From behind' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(160)
  await drawer(page).getByRole('button', { name: 'Use as cover: From behind' }).click()
  await expect(drawer(page).getByText('The image becomes the cover once it is processed.')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/cloud$/)
  await expect(page.getByRole('link', { name: /From behind/ })).toBeFocused()
})

test('a film becomes the work’s video, a spin is shared and turned by keys, and changes need no upload', async ({
  page,
  open,
}) => {
  const film = await sendByApi({ type: 'turntable', frames: 12, name: 'Turning film' })
  const spin = await sendByApi({ type: 'spin', frames: 8, background: 'transparent', name: 'By hand' })
  await page.goto(`/admin/cloud?id=${spin.id}`)
  await expectStatus(page, 'finished')
  const turned = drawer(page).getByRole('slider', { name: 'Rotate the garment' })
  await turned.focus()
  await page.keyboard.press('ArrowRight')
  await expect(turned).toHaveAttribute('aria-valuetext', 'Frame 2 of 8')
  await page.keyboard.press('End')
  await expect(turned).toHaveAttribute('aria-valuetext', 'Frame 8 of 8')
  await expect(drawer(page).getByRole('link', { name: 'Download By hand, ZIP' })).toBeVisible()
  const shares = drawer(page).getByRole('checkbox', { name: 'Anyone with the link can view it' })
  await shares.click()
  await expect(shares).toBeChecked()
  const link = await drawer(page).getByLabel('Link', { exact: true }).inputValue()
  const visitor = await open()
  await visitor.goto(link)
  await visitor.getByRole('slider', { name: 'Rotate the garment' }).press('ArrowRight')
  await expect(visitor.getByRole('slider')).toHaveAttribute('aria-valuetext', 'Frame 2 of 8')
  const frame = visitor.locator('.spin-view img[data-shown]')
  await expect.poll(() => frame.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(160)
  await expect(visitor.getByRole('link', { name: work.title })).toHaveAttribute('href', `/project/${work.id}`)

  await drawer(page)
    .getByRole('button', { name: /^Delete R-\d{6} By hand/ })
    .click()
  await page.getByRole('dialog', { name: 'Delete this render?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/admin\/cloud$/)
  await expect(row(page, 'Turning film')).toBeVisible()
  await expect(row(page, 'By hand')).toBeHidden()
  await visitor.reload()
  await expect(visitor.getByRole('slider')).toHaveCount(0)

  await page.goto(`/admin/cloud?id=${film.id}`)
  await expectStatus(page, 'finished')
  const video = drawer(page).locator('video')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => Math.round(one.duration))).toBe(1)
  expect(await video.evaluate((one: HTMLVideoElement) => one.loop && one.controls)).toBe(true)
  await drawer(page).getByRole('button', { name: 'Use as video: Turning film' }).click()
  await expect(drawer(page).getByText('The video is added to the work once it is processed.')).toBeVisible()

  await drawer(page).getByRole('button', { name: 'Render again with changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Render again with changes' })
  await expect(dialog.getByRole('radio', { name: 'Turntable' })).toBeChecked()
  await expect(dialog.getByLabel('Frames per turn')).toHaveValue('12')
  await dialog.getByRole('radio', { name: 'Still' }).check()
  await dialog.getByRole('button', { name: 'Render', exact: true }).click()
  await expect(page).not.toHaveURL(new RegExp(film.id))
  await expectStatus(page, 'finished')
})

test('a long render is followed in the list, cancelled, and can be retried', async ({ page }) => {
  const long = { type: 'still', engine: 'studio', width: 1600, height: 1600, samples: 64, name: `Long ${Date.now()}` }
  await sendByApi(long)
  const received = new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => payload.includes('render:status') && resolve()),
    ),
  )
  await page.goto('/admin/cloud')
  await expect(row(page, long.name).locator('progress')).toHaveAttribute('value', /0\.\d+/)
  await received
  await sendByApi({ type: 'still', name: 'Newer' })
  await expect(page.getByRole('button', { name: '1 new render' })).toBeVisible()
  await expect(row(page, 'Newer')).toBeHidden()
  await page.getByRole('button', { name: '1 new render' }).click()
  await expect(row(page, 'Newer')).toBeVisible()

  await row(page, long.name).getByRole('link').click()
  await drawer(page).getByRole('button', { name: 'Cancel render' }).click()
  await expectStatus(page, 'cancelled')
  await expect(drawer(page).getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Filter renders' }).getByRole('link', { name: 'Cancelled' }).click()
  await expect(row(page, long.name)).toBeVisible()
})

test('an empty list explains itself, a failed one gives the reason, and Retry loads it', async ({ page }) => {
  // This keeps the socket from connecting, because a new connection would reload the list.
  await page.routeWebSocket(/socket\.io/, () => undefined)
  await page.goto('/admin/cloud?status=failed')
  await expect(page.getByText('No renders of this type.')).toBeVisible()
  await page.route(/\/renders\?/, (route) => route.fulfill({ status: 400, json: { code: 'X', message: 'Not now.' } }))
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load your renders. Not now.' })).toBeVisible()
  await unroute(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No renders of this type.')).toBeVisible()
})
