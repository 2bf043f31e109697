import { readFile } from 'node:fs/promises'
import { cameraPresets, inspections, lightings } from '@toile/contracts/models/appearance.constants'
import { expect } from 'playwright/test'
import sharp from 'sharp'
import { expectSamePicture, settledPicture, watchPicture, pictureOf, difference } from './canvas.js'
import { publishGarment } from './published.js'
import { viewerGarment, smallWindow, viewIn3d } from './viewer-garment.js'
import { test } from './test.js'
import { collectProblems } from './visitor.js'

test('each light, colourway, background, inspection, side and moment changes the picture, and one is saved', async ({
  open,
}) => {
  const work = await publishGarment('Shown from all sides', viewerGarment)
  const page = await open(undefined, { viewport: smallWindow })
  const problems = collectProblems(page)
  await page.goto(`/embed/${work.id}`)
  await viewIn3d(page)
  // A key press shows the focus ring, so that all compared pictures contain the ring.
  await page.locator('.viewer-stage').press('r')
  await expect(page.locator('.viewer-stage:focus-visible')).toHaveCount(1)
  const asMade = await settledPicture(page)
  const expectKeyChange = await watchPicture(page)
  await page.keyboard.press('+')
  await expectKeyChange('nearer')
  await page.keyboard.press('-')
  await expectKeyChange('further')
  await expectSamePicture(page, asMade, 'as far as before')
  const filling = () => page.evaluate(() => document.fullscreenElement?.className ?? '')
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(filling).toBe('viewer')
  await page.getByRole('button', { name: 'Exit full screen' }).click()
  await expect.poll(filling).toBe('')

  await page.getByRole('button', { name: 'Adjust' }).click()
  const studio = page.getByRole('region', { name: 'Light and view' })
  await expect(studio).toBeVisible()
  const choices = (group: string) => studio.getByRole('radiogroup', { name: group }).getByRole('radio')
  const expectChange = await watchPicture(page)
  await choices('Colourway')
    .and(page.getByRole('radio', { name: 'Sea' }))
    .check()
  await expectChange('another colourway')
  await expect(choices('Light')).toHaveCount(lightings.length)
  for (let i = 1; i < lightings.length; i++) {
    await choices('Light').nth(i).check()
    await expectChange(lightings[i]!)
  }
  await studio.getByRole('slider', { name: 'Rotate light' }).fill('90')
  await expectChange('the light turned')
  await studio.getByRole('slider', { name: 'Exposure' }).fill('2')
  await expectChange('exposed longer')
  const backgrounds = studio.locator('.studio-swatches button')
  for (let i = 1; i < (await backgrounds.count()); i++) {
    await backgrounds.nth(i).click()
    await expectChange(`background ${i}`)
  }
  await studio.getByLabel('Custom colour').fill('#2040c0')
  await expectChange('a colour of my own')

  await test.step('every side is shown and announced', async () => {
    const announcement = page.getByRole('status').filter({ hasText: 'View:' })
    const sides = {
      Front: 'Front',
      Left: 'Left',
      Back: 'Back',
      Right: 'Right',
      Top: 'Top',
      'Three-quarter': 'Front',
    }
    await expect(choices('View')).toHaveCount(Object.keys(cameraPresets).length)
    for (const [name, side] of Object.entries(sides)) {
      await page.getByRole('radio', { name, exact: true }).check()
      await expectChange(name)
      await expect(announcement).toHaveText(`View: ${side}`)
    }
  })

  await test.step('an animation is scrubbed, stopped, played and paused', async () => {
    const before = await settledPicture(page)
    const moment = studio.getByRole('slider', { name: 'Time' })
    await moment.fill('0.5')
    await expectChange('half-way')
    await studio.getByRole('button', { name: 'Stop' }).click()
    await expectSamePicture(page, before, 'stopped: as it was made')
    await expect(moment).toHaveValue('0')
    await studio.getByRole('button', { name: 'Play' }).click()
    await expect.poll(async () => Number(await moment.inputValue())).toBeGreaterThan(0)
    await studio.getByRole('button', { name: 'Pause' }).click()
    const paused = await moment.inputValue()
    const held = await pictureOf(page)
    expect(difference(await pictureOf(page), held), 'nothing moves any more').toBe(0)
    await expect(moment).toHaveValue(paused)
    await studio.getByRole('button', { name: 'Stop' }).click()
    await expectSamePicture(page, before, 'as it was')
  })

  const expectInspection = await watchPicture(page)
  await expect(choices('Inspect')).toHaveCount(inspections.length)
  for (let i = 1; i < inspections.length; i++) {
    await choices('Inspect').nth(i).check()
    await expectInspection(inspections[i]!)
  }
  const { facts } = work.model!
  await expect(
    studio.getByText(`Triangles: ${facts.triangles.toLocaleString('en')} · draw calls: 1 · textures: 2`),
  ).toBeVisible()

  await studio.getByRole('button', { name: 'None' }).click()
  const saving = page.waitForEvent('download')
  await studio.getByRole('button', { name: 'Save image' }).click()
  const saved = await sharp(await readFile(await (await saving).path())).stats()
  expect(saved.isOpaque, 'nothing stands behind the garment').toBe(false)
  await page.keyboard.press('Escape')
  await expect(studio).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Adjust' })).toBeFocused()
  expect(problems).toEqual([])
})
