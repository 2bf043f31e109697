import { cameraPresets, inspections, lightings } from '@toile/contracts/looks.constants'
import type { Work } from '@toile/contracts/works'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { publishGarment } from './published.js'
import { test } from './test.js'

// Everything that the studio offers changes the picture. In the frame for other sites the picture is as small as the
// window, and a processor draws it in an instant.

let work: Work
test.beforeAll(async () => {
  test.setTimeout(120_000)
  work = await publishGarment('Swings', { segments: 16, textureSize: 64, swing: true })
})
test.use({ viewport: { width: 560, height: 360 }, contextOptions: { reducedMotion: 'reduce' } })

test.beforeEach(async ({ page }) => {
  await page.goto(`/embed/${work.id}`)
  await page.getByRole('button', { name: /View in 3D/ }).click()
  await expect(page.locator('.viewer')).toHaveAttribute('data-whole', 'true', { timeout: 60_000 })
})

/** What the canvas shows, as 48 x 48 points of three bytes. */
const picture = async (page: Page) =>
  sharp(await page.locator('.viewer-stage canvas').screenshot())
    .resize(48, 48, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
const difference = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length
/** Of 255: two pictures of the same differ by 0. */
const CHANGED = 0.5

/** The picture, once it stays the same: opening the panel sizes and draws it anew. */
async function restingPicture(page: Page): Promise<Buffer> {
  let before = await picture(page)
  const moved = async () => {
    const now = await picture(page)
    const by = difference(now, before)
    before = now
    return by
  }
  await expect.poll(moved).toBeLessThan(CHANGED / 5)
  return before
}

/** Gives `expectChange`, which waits until the picture differs from that of the call before. */
async function watchPicture(page: Page) {
  let before = await restingPicture(page)
  return async (what: string) => {
    let now = before
    const changed = async () => difference((now = await picture(page)), before)
    await expect.poll(changed, { message: what, timeout: 30_000 }).toBeGreaterThan(CHANGED)
    before = now
  }
}
const isAgain = (page: Page, former: Buffer, what: string) =>
  expect.poll(async () => difference(await picture(page), former), { message: what }).toBeLessThan(CHANGED / 5)

async function openStudio(page: Page) {
  await page.getByRole('button', { name: 'Adjust' }).click()
  const studio = page.getByRole('region', { name: 'Light and view' })
  await expect(studio).toBeVisible()
  const choices = (group: string) => studio.getByRole('radiogroup', { name: group }).getByRole('radio')
  return { studio, choices }
}

test('every light, background and inspection is another picture', async ({ page }) => {
  const { studio, choices } = await openStudio(page)
  const expectChange = await watchPicture(page)
  await expect(choices('Light')).toHaveCount(lightings.length)
  for (let i = 1; i < lightings.length; i++) {
    await choices('Light').nth(i).check()
    await expectChange(lightings[i]!)
  }
  await studio.getByRole('slider', { name: 'Turn the light' }).fill('90')
  await expectChange('the light turned')
  const backgrounds = studio.locator('.studio-swatches button')
  for (let i = 1; i < (await backgrounds.count()); i++) {
    await backgrounds.nth(i).click()
    await expectChange(`background ${i}`)
  }
  await studio.getByLabel('Another colour').fill('#2040c0')
  await expectChange('a colour of my own')
  await expect(choices('Inspect')).toHaveCount(inspections.length)
  for (let i = 1; i < inspections.length; i++) {
    await choices('Inspect').nth(i).check()
    await expectChange(inspections[i]!)
  }
  const { facts } = work.model!
  await expect(studio.getByText(`${facts.triangles.toLocaleString('en')} triangles, 1 parts, 2 textures`)).toBeVisible()
})

test('every side is shown and said', async ({ page }) => {
  const { choices } = await openStudio(page)
  const expectChange = await watchPicture(page)
  const said = page.getByRole('status').filter({ hasText: 'Seen from:' })
  const presets = Object.keys(cameraPresets)
  await expect(choices('View')).toHaveCount(presets.length)
  for (const [name, side] of [
    ['Front', 'Front'],
    ['Left side', 'Left side'],
    ['Back', 'Back'],
    ['Right side', 'Right side'],
    ['Top', 'Top'],
    ['Three-quarter', 'Front'],
  ]) {
    await page.getByRole('radio', { name: name!, exact: true }).check()
    await expectChange(name!)
    await expect(said).toHaveText(`Seen from: ${side}`)
  }
})

test('an animation is scrubbed, stopped, played and paused', async ({ page }) => {
  const { studio } = await openStudio(page)
  const asMade = await restingPicture(page)
  const expectChange = await watchPicture(page)
  const moment = studio.getByRole('slider', { name: 'Moment' })
  await moment.fill('0.5')
  await expectChange('half-way')
  await studio.getByRole('button', { name: 'Stop' }).click()
  await isAgain(page, asMade, 'stopped: as it was made')
  await expect(moment).toHaveValue('0')

  await studio.getByRole('button', { name: 'Play' }).click()
  await expect.poll(async () => Number(await moment.inputValue())).toBeGreaterThan(0)
  await studio.getByRole('button', { name: 'Pause' }).click()
  const paused = await moment.inputValue()
  const held = await picture(page)
  expect(difference(await picture(page), held), 'nothing moves any more').toBe(0)
  await expect(moment).toHaveValue(paused)
})

test('keys bring it nearer and back, and it fills the screen', async ({ page }) => {
  // From the first key on, a line around it tells who has the keyboard.
  await page.locator('.viewer-stage').press('r')
  await expect(page.locator('.viewer-stage:focus-visible')).toHaveCount(1)
  const asMade = await restingPicture(page)
  const expectChange = await watchPicture(page)
  await page.keyboard.press('+')
  await expectChange('nearer')
  await page.keyboard.press('-')
  await expectChange('further')
  await isAgain(page, asMade, 'as far as before')

  const filling = () => page.evaluate(() => document.fullscreenElement?.className ?? '')
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(filling).toBe('viewer')
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await expect.poll(filling).toBe('')
})
