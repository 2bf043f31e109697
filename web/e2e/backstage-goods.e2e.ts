import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { test } from './test.js'
import { adminSession, setSessionCookies, registerByApi, collectProblems } from './visitor.js'

test.beforeEach(async ({ context }) => setSessionCookies(context, await adminSession()))

const unique = () => Date.now().toString(36)

async function confirm(page: Page, label: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: label })
  await dialog.getByLabel('Reason').fill('A browser test')
  await dialog.getByRole('button', { name: label }).click()
}

test('a market item is created, names what it lacks, is published with its file, and withdrawn', async ({ page }) => {
  const problems = collectProblems(page)
  const title = `Organza ${unique()}`
  await page.goto('/backgroundAdmin/marketItems')
  await page.getByRole('button', { name: 'New item' }).first().click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByRole('radio', { name: 'S code required' }).check()
  await page.getByLabel('Licence').fill('For your own garments.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

  const publish = page.getByRole('button', { name: 'Publish' })
  await publish.click()
  await expect(page.getByText('Required before publishing: an image, a file')).toBeVisible()
  // The browser logs the refusal, which is expected.
  problems.length = 0
  const cloth = sharp({ create: { width: 616, height: 820, channels: 3, background: '#8a6f5a' } })
  await page
    .getByTestId('cover-file')
    .setInputFiles({ name: 'fold.jpg', mimeType: 'image/jpeg', buffer: await cloth.jpeg().toBuffer() })
  await page.getByRole('button', { name: 'Apply crop' }).click()
  await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible()
  const file = { name: 'Organza.sbsar', mimeType: 'application/octet-stream', buffer: Buffer.from('threads') }
  await page.locator('input[type=file][aria-label=File]').setInputFiles(file)
  await expect(page.getByText('Checked and ready')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Format', exact: true })).toHaveValue('SBSAR')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await page.getByLabel('Reason (optional)').fill('下摆 hem, 100 %')
  await page.getByRole('button', { name: 'Save' }).click()
  const why = (await saved).request().headers()['toile-reason']
  expect(decodeURIComponent(why!)).toBe('下摆 hem, 100 %')
  await publish.click()
  await expect(page.getByText(`“${title}” is published.`)).toBeVisible()

  const shop = await page.context().newPage()
  await shop.goto('/static/official-market')
  await shop.getByLabel('Search the market').fill(title)
  await expect(shop).toHaveURL(/q=Organza/)
  await shop.getByRole('link', { name: title }).click()
  const sheet = shop.getByRole('dialog', { name: title })
  await expect(sheet.getByText('For your own garments.')).toBeVisible()
  const download = shop.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe('threads')

  await page.getByRole('button', { name: 'Unpublish' }).click()
  await confirm(page, 'Unpublish')
  await expect(page.getByText(`“${title}” is unpublished.`)).toBeVisible()
  await shop.reload()
  await expect(shop.getByText('No items match your search.')).toBeAttached()
  expect(problems).toEqual([])
})

test('a batch of codes is saved as a file while readable; one code is given, one revoked', async ({ open, page }) => {
  const problems = collectProblems(page)
  const ann = await registerByApi()
  const note = `=${unique()}`
  await page.goto('/backgroundAdmin/operatingCenter/sCode')
  await page.getByRole('button', { name: 'New batch' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New batch' })
  await dialog.getByLabel('Days').fill('14')
  await dialog.getByLabel('Number of codes').fill('2')
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'New batch' }).first().click()
  await expect(dialog.getByLabel('Days')).toHaveValue('14')
  await expect(dialog.getByLabel('Note')).toHaveValue(note)
  await dialog.getByRole('button', { name: 'Generate codes' }).click()
  const made = page.getByRole('dialog', { name: '2 S codes, shown only once' })
  const codes = (await made.getByLabel('S codes, one per line').inputValue()).split('\n')
  await made.getByRole('button', { name: 'Close' }).click()
  await expect(made.getByText('If you close this window now, they’re lost.')).toBeVisible()
  const saving = page.waitForEvent('download')
  await made.getByRole('button', { name: 'Save as CSV' }).click()
  const rows = parse(readFileSync(await (await saving).path()), { bom: true }) as string[][]
  // This guards against CSV injection: cells that look like formulas become text.
  expect(rows).toEqual([['code', 'days', 'note'], ...codes.map((code) => [code, '14', `'${note}`])])
  await made.getByRole('button', { name: 'Close' }).click()

  const rowOf = (code: string) => page.getByRole('row', { name: `S code ending with ${code.slice(-4)}` })
  await rowOf(codes[0]!).getByRole('button', { name: 'Give' }).click()
  const give = page.getByRole('dialog', { name: `Give the S code ending with ${codes[0]!.slice(-4)}` })
  await give.getByLabel('Search by name or email').fill(ann.user.email)
  await give.getByRole('radio').check()
  await give.getByRole('button', { name: 'Give' }).click()
  await expect(page.getByText(/^The code was given to/)).toBeVisible()
  const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date())
  await expect(page.getByRole('columnheader', { name: 'Received' })).toBeVisible()
  await expect(rowOf(codes[0]!).getByText(new RegExp(`^${today}, \\d`))).toHaveCount(1)

  await rowOf(codes[1]!).getByRole('button', { name: 'Void' }).click()
  await confirm(page, 'Void')
  await expect(page.getByText('The S code is void.')).toBeVisible()
  await expect(rowOf(codes[1]!)).toContainText('Void')

  const software = await open(ann)
  await software.goto('/admin/software?tab=codes')
  await software.getByLabel('S code', { exact: true }).fill(codes[1]!)
  await software.getByRole('button', { name: 'Redeem' }).click()
  await expect(software.getByText('This S code is invalid or has already been used.')).toBeVisible()
  await software.getByRole('button', { name: /^Use the S code ending with/ }).click()
  await expect(software.getByText('14 days left').first()).toBeVisible()
  expect(problems).toEqual([])
})

test('a software package is published with its checksum and offered to users', async ({ page }) => {
  const problems = collectProblems(page)
  const name = `Studio ${unique()}`
  await page.goto('/backgroundAdmin/packages')
  await page.getByRole('button', { name: 'New package' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'New package' })
  const file = { name: 'studio.zip', mimeType: 'application/zip', buffer: Buffer.from('software') }
  await drawer.locator('input[type=file]').setInputFiles(file)
  await expect(drawer.getByText('Checked and ready')).toBeVisible()
  await drawer.getByLabel('Name').fill(name)
  await drawer.getByLabel('Version').fill('2.4.1')
  await drawer.getByRole('radio', { name: 'Linux' }).check()
  await drawer.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(`${name} 2.4.1 is published.`)).toBeVisible()

  await page.goto('/admin/software')
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card.getByText('SHA-256')).toBeVisible()
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: `Download ${name} 2.4.1 for Linux` }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe('software')
  expect(problems).toEqual([])
})
