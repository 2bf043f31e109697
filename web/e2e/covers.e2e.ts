import type { Upload } from '@toile/contracts/uploads/uploads'
import { phoneJpeg } from '@toile/testing/files/pictures'
import { expect } from 'playwright/test'
import sharp from 'sharp'
import { createUser } from './users.js'
import { garmentFile } from './published.js'
import { takeOverLive } from './page-socket.js'
import { test } from './test.js'
import { expectRow, collectProblems, navigateInPage } from './visitor.js'

/** Further covers wait until other tests' files are processed. */
const whenIdle = { timeout: 300_000 }

test('the creator chooses another angle for the cover, then uploads a picture', async ({ open }) => {
  const page = await open(await createUser({ verified: false }))
  const problems = collectProblems(page)
  await page.goto('/upload')
  await page.locator('input[type=file]').setInputFiles(await garmentFile('skirt.glb'))
  await expectRow(page, 'ready_to_publish', 'done')
  await expect(page.getByText('Saved as a draft')).toBeVisible()

  await expect(page.getByRole('radio', { name: 'three-quarter view' })).toBeChecked()
  await expect(page.locator('.cover-choice')).toHaveCount(4, whenIdle)
  const back = page.getByRole('radio', { name: 'back' })
  const savedCover = () => page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  const picked = savedCover()
  await back.check()
  const work = (await (await picked).json()) as { cover: { angle: string; blurhash: string } }
  expect(work.cover.angle).toBe('back')
  expect(work.cover.blurhash).toHaveLength(28)
  const picture = page.locator('.cover-choice', { has: back }).locator('picture')
  await expect(picture.locator('source')).toHaveAttribute('srcset', /\.webp\S* 308w, .*\.webp\S* 616w/)
  await expect(picture.locator('img')).toHaveAttribute('srcset', /\.jpeg\S* 308w, .*\.jpeg\S* 616w/)
  await expect(picture.locator('img')).toHaveJSProperty('complete', true)

  const file = page.getByTestId('cover-file')
  await file.setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Couldn’t read this image.')).toBeVisible()
  await expect(back).toBeChecked()

  const own = savedCover()
  await file.setInputFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer: await phoneJpeg(6) })
  await page.getByRole('button', { name: 'Apply crop' }).click()
  await expect(page.getByRole('radio', { name: 'uploaded by you' })).toBeChecked()
  const saved = (await (await own).json()) as { cover: { variants: { name: string; url: string }[] } }
  const largest = saved.cover.variants.find(({ name }) => name === '2x.jpeg')!
  const bytes = Buffer.from(await (await fetch(largest.url)).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 616, height: 820, format: 'jpeg' })

  await page.reload()
  await expect(page.getByRole('radio', { name: 'uploaded by you' })).toBeChecked()
  expect(problems).toEqual([])
})

test('a cover that is drawn while the upload is fetched is shown', async ({ open }) => {
  const page = await open(await createUser({ verified: false }))
  await page.goto('/upload')
  await page.locator('input[type=file]').setInputFiles(await garmentFile('skirt.glb'))
  const covers = page.locator('.cover-choice')
  await expect(covers).toHaveCount(4, whenIdle)
  await expect(page.getByText('Saved as a draft')).toBeVisible()
  const { pathname, search } = new URL(page.url())

  const { connected, send } = await takeOverLive(page, /^42\["image:/)
  /** Resolves when the page has handled the message. Fetches that began before read the upload without the cover. */
  let handled: Promise<unknown> | undefined
  let isHandled = false
  await page.route(/\/uploads\/[\da-f-]{36}$/, async (route) => {
    if (isHandled) return route.fallback()
    const response = await route.fetch()
    const upload = (await response.json()) as Upload
    const { id, status } = upload.previews.at(-1)!
    const message = { id, status, uploadId: upload.id, version: 9, at: new Date().toISOString() }
    await (handled ??= send('image:status', message).then(() => page.evaluate(() => 0)))
    isHandled = true
    await route.fulfill({ response, json: { ...upload, previews: upload.previews.slice(0, 1) } })
  })
  await page.goto('/agreement/agree')
  await connected
  await navigateInPage(page, pathname + search)
  await expect(covers).toHaveCount(4)
  expect(isHandled).toBe(true)
})
