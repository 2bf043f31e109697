import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { phoneJpeg } from '@toile/testing/files/pictures'
import { makeClip } from '@toile/testing/files/videos'
import { expect, type Page } from 'playwright/test'
import { garmentFile } from './published.js'
import { test } from './test.js'
import { expectRow, collectProblems } from './visitor.js'

const short = { size: '320x180', rate: 10, seconds: 1, silent: true }

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'toile-gallery-'))
})
test.afterAll(() => rm(folder, { recursive: true }))

async function addPicture(page: Page, name: string) {
  await page.getByTestId('detail-file').setInputFiles({ name, mimeType: 'image/jpeg', buffer: await phoneJpeg(6) })
  await page.getByRole('button', { name: 'Apply crop' }).click()
}

test('a work with a 3D file, a video and detail pictures shows them in one gallery', async ({ open, creator }) => {
  const page = await open(creator)
  const problems = collectProblems(page)
  await page.goto('/upload')
  await page.locator('input[type=file]').setInputFiles(await garmentFile('skirt.glb'))
  await page.getByLabel('Title').fill('Skirt with a film')

  const video = page.locator('.add-medium input[type=file]')
  await video.setInputFiles({ name: 'walk.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
  await expect(page.getByText('Toile can’t read this video.')).toBeVisible()
  const clip = await makeClip(folder, 'walk.mp4', short)
  await video.setInputFiles({ name: 'walk.mp4', mimeType: 'video/mp4', buffer: await readFile(clip) })
  await expect(page.locator('.medium')).toHaveCount(2)

  await addPicture(page, 'seam.jpg')
  await expect(page.getByRole('img', { name: 'Detail image 1' })).toBeVisible()
  await addPicture(page, 'hem.jpg')
  await expect(page.locator('.picture-list li')).toHaveCount(2)
  const order = () => page.locator('.picture-list img').evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  const before = await order()
  await page.getByRole('button', { name: 'Move image 2 earlier' }).click()
  await expect.poll(order).toEqual(before.toReversed())

  await page.getByLabel('Description').fill('A circle skirt, its walk and its seams.')
  await page.getByRole('checkbox', { name: 'Skirts' }).check()
  await page.getByPlaceholder('Add a tag').fill('circle,')
  await page.getByRole('checkbox', { name: /can download/ }).check()
  for (const medium of await page.locator('.medium').all())
    await expect(medium.locator('[data-stage="ready_to_publish"]')).toHaveAttribute('data-state', 'done')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Skirt with a film is published')
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/\/project\/[0-9a-f-]{36}$/)
  await page.getByRole('link', { name: 'View work' }).click()

  const gallery = page.getByRole('list', { name: 'Gallery' })
  await expect(gallery.getByRole('button')).toHaveCount(4)
  await gallery.getByRole('button', { name: 'Show detail image 1' }).click()
  await expect(page.getByRole('img', { name: 'Detail image 1' })).toHaveJSProperty('complete', true)
  await gallery.getByRole('button', { name: 'Show video' }).click()
  await page.getByRole('button', { name: 'Play video: Skirt with a film' }).click()
  await expect(page.locator('video')).toHaveJSProperty('ended', true)
  await page.locator('.player-seek').hover()
  const moment = page.locator('.player-moment-picture')
  await expect(moment, 'the pointer shows where it would go to').toBeVisible()
  const storyboard = await moment.evaluate((one) => /url\("(.+)"\)/.exec(getComputedStyle(one).backgroundImage)![1]!)
  expect((await page.request.get(storyboard)).headers()['content-type']).toMatch(/^image\//)
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible()
  expect(problems).toEqual([])

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Skirt with a film')
  await page.getByRole('button', { name: 'Remove walk.mp4 from this work' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.locator('.medium')).toHaveCount(1)
})

test('a video alone makes a work with a cover from it; pictures alone do, too', async ({ open, creator }) => {
  const page = await open(creator)
  await page.goto('/upload')
  const clip = await makeClip(folder, 'alone.mp4', short)
  await page.locator('input[type=file]').setInputFiles(clip)
  await expectRow(page, 'ready_to_publish', 'done')
  await expect(page.locator('.cover-choice')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Play video: alone.mp4' })).toBeVisible()

  await page.goto('/upload')
  await page.getByRole('button', { name: 'Start with images only' }).click()
  await expect(page.getByText('Add a 3D file, a video or a detail image.')).toBeVisible()
  await addPicture(page, 'only.jpg')
  await expect(page.locator('.picture-list li')).toHaveCount(1)
  await expect(page.getByText('Add a 3D file, a video or a detail image.')).toBeHidden()
})
