import { randomBytes } from 'node:crypto'
import { phoneJpeg } from '@toile/testing/files/pictures'
import { expect } from 'playwright/test'
import { test } from './test.js'
import { expectRow, collectProblems } from './visitor.js'

test('a file that only CLO can open becomes a work with a picture and a download, and the page explains why', async ({
  open,
  creator,
}) => {
  const page = await open(creator)
  const problems = collectProblems(page)
  await page.goto('/upload')
  const buffer = Buffer.concat([Buffer.from('\x01\x00proj', 'latin1'), randomBytes(200_000)])
  await page.locator('input[type=file]').setInputFiles({ name: 'coat.zprj', mimeType: '', buffer })
  await expectRow(page, 'ready_to_publish', 'done')
  await expect(page.getByText('.zprj files open only in CLO')).toBeVisible()
  await expect(page.getByText('Upload an image of the garment here.')).toBeVisible()
  // The work offers nothing but the file, so the download is not optional.
  await expect(page.getByText('Anyone who can see the work can download the file.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /can download/ })).toHaveCount(0)

  // The work cannot be published without a picture. The form offers to upload one.
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled()
  const title = `Closed coat ${Date.now() % 1e6}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('The CLO project of a coat.')
  await page.getByLabel('Outerwear', { exact: true }).check()
  await page.getByLabel('Tags').fill('coat,')
  await page
    .getByTestId('cover-file')
    .setInputFiles({ name: 'coat.jpg', mimeType: 'image/jpeg', buffer: await phoneJpeg(1) })
  await page.getByRole('button', { name: 'Apply crop' }).click()
  await expect(page.getByRole('radio', { name: 'uploaded by you' })).toBeChecked()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: 'View work' }).click()
  await expect(page).toHaveURL(/\/project\/[0-9a-f-]{36}$/)

  const visitor = await open(undefined, { locale: 'zh-CN' })
  await visitor.goto(page.url())
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(visitor.getByText('.zprj 文件只能用 CLO 打开')).toBeVisible()
  await expect(visitor.locator('.work-stage img')).toBeVisible()
  await expect(visitor.locator('.viewer-open')).toHaveCount(0)
  const downloading = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: /^下载 \.zprj/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('garment.zprj')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).equals(buffer)).toBe(true)
  expect(problems).toEqual([])
})
