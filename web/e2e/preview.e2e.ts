import type { Work } from '@toile/contracts/works'
import { expect } from 'playwright/test'
import sharp from 'sharp'
import { publishGarment } from './published.js'
import { test } from './test.js'

let work: Work
test.beforeAll(async () => {
  test.setTimeout(120_000)
  // Large enough that a coarse level pays: from 256 kB on.
  work = await publishGarment('Coarse, then fine', { segments: 24, textureSize: 1792, colourways: ['Sand', 'Plum'] })
})
test.use({ viewport: { width: 640, height: 480 }, contextOptions: { reducedMotion: 'reduce' } })

test('a coarse level is there first, and the fine one takes its place without a jump', async ({ page }) => {
  const { model, preview } = work
  expect(preview!.bytes).toBeLessThan(model!.bytes / 2)
  // The fine level waits until the coarse one has been looked at.
  let letThrough = () => {}
  const looked = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(model!.url, async (route) => {
    await looked
    await route.continue()
  })
  await page.goto(`/project/${work.id}`)
  await page.getByRole('button', { name: /View in 3D/ }).click()
  const viewer = page.locator('.viewer')
  await expect(viewer).toHaveAttribute('data-phase', 'ready', { timeout: 60_000 })
  await expect(viewer).not.toHaveAttribute('data-whole')
  await page.getByRole('button', { name: 'Adjust' }).click()
  await page.getByRole('radio', { name: 'Plum' }).check()
  await page.getByRole('radio', { name: 'Evening' }).check()
  const canvas = page.locator('.viewer-stage canvas')
  const picture = async () =>
    sharp(await canvas.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer()
  const difference = (one: Buffer, other: Buffer) =>
    one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length
  const turn = async () => {
    const before = await picture()
    await page.locator('.viewer-stage').focus()
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => difference(await picture(), before), { timeout: 60_000 }).toBeGreaterThan(2)
    return difference(await picture(), before)
  }
  const turned = await turn()
  const coarse = await picture()

  letThrough()
  await expect(viewer).toHaveAttribute('data-whole', 'true', { timeout: 60_000 })
  await expect(async () => {
    const now = difference(await picture(), coarse)
    expect(now, 'finer threads').toBeGreaterThan(0)
    // Half a dozen degrees more would be seen; so would another light, exposure or colourway.
    expect(now).toBeLessThan(turned / 3)
  }).toPass({ timeout: 30_000 })
})
