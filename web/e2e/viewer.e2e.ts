import { readFile } from 'node:fs/promises'
import { newId } from '@toile/contracts/ids'
import type { Work } from '@toile/contracts/works'
import { insertComment } from '@toile/db/queries/comments'
import { findLogin } from '@toile/db/queries/users'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { openViewer, publishGarment } from './published.js'
import { openItsDb } from './running.js'
import { test } from './test.js'
import { asCreator, creator, watchForProblems } from './visitor.js'

let work: Work

test.beforeAll(async () => {
  test.setTimeout(120_000)
  work = await publishGarment('Three colours', {
    segments: 24,
    textureSize: 256,
    colourways: ['Sand', 'Sea', 'Plum'],
  })
})

/** Mean colour of what the canvas shows. */
async function meanColour(page: Page): Promise<number[]> {
  const { channels } = await sharp(await page.locator('.viewer-stage canvas').screenshot()).stats()
  return channels.slice(0, 3).map(({ mean }) => mean)
}
const distance = (one: number[], other: number[]) => Math.hypot(...one.map((value, i) => value - other[i]!))

test('the viewer shows what the server photographed', async ({ page }) => {
  await openViewer(page, work)
  const canvas = page.locator('.viewer-stage canvas')
  const { width, height } = (await canvas.boundingBox())!
  const size = { width: 431, height: Math.round((431 * height) / width) }
  const still = work.previews.toSorted((one, other) => other.width - one.width)[0]!
  const photographed = Buffer.from(await (await fetch(still.variants.at(-1)!.url)).arrayBuffer())
  const pixels = (picture: Buffer) =>
    sharp(picture)
      .resize({ ...size, fit: 'cover' })
      .removeAlpha()
      .raw()
      .toBuffer()
  // Shaders are compiled on the first frames; until then the canvas may still be empty.
  await expect(async () => {
    const [shown, expected] = await Promise.all([pixels(await canvas.screenshot()), pixels(photographed)])
    const difference = shown.reduce((sum, value, i) => sum + Math.abs(value - expected[i]!), 0) / shown.length
    // Of 255. Another angle of the same dress differs by more than 10; resampling and WebP by 2 to 3.
    expect(difference).toBeLessThan(5)
  }).toPass({ timeout: 30_000 })
})

test('light, colourway and background are chosen in the studio, and the picture is saved', async ({ page }) => {
  const problems = watchForProblems(page)
  await openViewer(page, work)
  await page.getByRole('button', { name: 'Adjust' }).click()
  const studio = page.getByRole('region', { name: 'Light and view' })
  const choose = (group: string, name: string) =>
    studio.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true }).check()
  let before = await meanColour(page)
  const expectChange = async () => {
    await expect.poll(async () => distance(await meanColour(page), before), { timeout: 60_000 }).toBeGreaterThan(1)
    before = await meanColour(page)
  }
  await choose('Colourway', 'Sea')
  await expectChange()
  await choose('Light', 'Contrast')
  await expectChange()
  await studio.getByRole('slider', { name: 'Exposure' }).fill('2')
  await expectChange()
  await choose('Inspect', 'UV layout')
  await expectChange()
  await studio.getByRole('button', { name: 'None' }).click()
  await expectChange()

  const saving = page.waitForEvent('download')
  await studio.getByRole('button', { name: 'Save a picture' }).click()
  const saved = await sharp(await readFile(await (await saving).path())).stats()
  expect(saved.isOpaque, 'nothing stands behind the garment').toBe(false)

  await page.keyboard.press('Escape')
  await expect(studio).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Adjust' })).toBeFocused()
  expect(problems).toEqual([])
})

test('the keyboard turns the garment, and the side is told', async ({ page }) => {
  await openViewer(page, work)
  await page.locator('.viewer-stage').focus()
  const said = page.getByRole('status').filter({ hasText: 'Seen from:' })
  // 7.5 degrees a press, from 24 degrees: past the wearer's left, to the back.
  for (let i = 0; i < 18; i++) await page.keyboard.press('ArrowRight')
  // Without a graphics card a busy machine takes many seconds for the first pictures.
  await expect(said).toHaveText('Seen from: Back', { timeout: 60_000 })
  await page.keyboard.press('r')
  await expect(said).toHaveText('Seen from: Front', { timeout: 60_000 })
})

interface Box {
  x: number
  y: number
  width: number
  height: number
}
const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })
const offBy = (box: Box, { x, y }: { x: number; y: number }) => Math.hypot(middleOf(box).x - x, middleOf(box).y - y)

test('the creator marks a point of the garment, a visitor reads what it says', async ({ page, context }) => {
  await asCreator(context)
  await openViewer(page, work)
  await page.getByRole('button', { name: 'Add a point' }).click()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of this point').fill('Waist seam')
  await page.getByLabel('What you want to say about it').fill('Taken in by two centimetres.')
  const keeping = page.waitForResponse((response) => response.url().endsWith('/hotspots'))
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await keeping).status()).toBe(200)
  // The second by a press on the cloth, left of the middle and above it.
  const stage = (await page.locator('.viewer-stage').boundingBox())!
  const pressed = { x: middleOf(stage).x - 20, y: middleOf(stage).y - 60 }
  await page.getByRole('button', { name: 'Add a point' }).click()
  await page.mouse.click(pressed.x, pressed.y)
  await page.getByLabel('Name of this point').fill('Dart')
  await page.getByRole('button', { name: 'Save' }).click()
  const dart = (await page.getByRole('button', { name: 'Dart' }).boundingBox())!
  expect(offBy(dart, pressed), 'it stands where it was pressed').toBeLessThan(4)

  const visitor = await (await context.browser()!.newContext()).newPage()
  await openViewer(visitor, work)
  const mark = visitor.getByRole('button', { name: 'Waist seam' })
  const [place, canvas] = [await mark.boundingBox(), await visitor.locator('.viewer-stage').boundingBox()]
  expect(offBy(place!, middleOf(canvas!)), 'it stands in the middle').toBeLessThan(4)
  await mark.click()
  await expect(visitor.getByText('Taken in by two centimetres.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Add a point' })).toHaveCount(0)
})

test('a comment is pinned to a point and a colourway; who reads it is brought there', async ({ page, context }) => {
  await asCreator(context)
  await openViewer(page, work)
  const sea = (on: Page) => on.getByRole('radiogroup', { name: 'Colourway' }).getByRole('radio', { name: 'Sea' })
  await page.getByRole('button', { name: 'Adjust' }).click()
  await sea(page).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Comment on a point' }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('At a point of the garment, in Sea')).toBeVisible()
  const field = page.getByLabel('Your comment')
  await expect(field).toBeFocused()
  await field.fill('Which interlining is here?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const mark = page.getByRole('button', { name: 'Comment: Which interlining is here?' })
  await expect(mark).toBeVisible()
  await mark.click()
  await expect(page.getByRole('article').filter({ hasText: 'Which interlining' }).last()).toBeFocused()

  // The viewer opens by itself, and the point is in the middle of it.
  const visitor = await (await context.browser()!.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await visitor.goto(`/project/${work.id}`)
  await visitor.getByRole('button', { name: 'At a point of the garment' }).click()
  const seen = visitor.getByRole('button', { name: 'Comment: Which interlining is here?' })
  await expect(seen).toBeVisible({ timeout: 60_000 })
  const stage = (await visitor.locator('.viewer-stage').boundingBox())!
  await expect.poll(async () => offBy((await seen.boundingBox())!, middleOf(stage))).toBeLessThan(6)
  await expect(visitor.getByRole('button', { name: 'Comment on a point' })).toHaveCount(0)
  await visitor.getByRole('button', { name: 'Adjust' }).click()
  await expect(sea(visitor), 'in the colourway that is spoken of').toBeChecked()

  // Below the first page of comments: its mark is there all the same, and leads to it.
  const db = openItsDb()
  const { id: authorId } = (await findLogin(db, creator.login))!
  for (let i = 0; i < 30; i++)
    await insertComment(db, { id: newId(), on: { workId: work.id }, authorId, body: `Later ${i}` })
  await db.destroy()
  await openViewer(visitor, work)
  await expect(visitor.getByText('Later 29')).toBeVisible()
  await expect(visitor.getByRole('article').filter({ hasText: 'Which interlining' }), 'not shown yet').toHaveCount(0)
  await seen.click()
  await expect(visitor.locator('.comment article').filter({ hasText: 'Which interlining' })).toBeFocused()
})
