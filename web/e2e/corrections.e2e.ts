import { makeGarment } from '@toile/testing/garments/garments'
import { expect } from 'playwright/test'
import { test } from './test.js'
import { expectRow, collectProblems } from './visitor.js'

test('a garment a hundred times too large is corrected by one press, without another upload', async ({
  open,
  creator,
}) => {
  const page = await open(creator)
  const problems = collectProblems(page)
  await page.goto('/upload')
  const buffer = await makeGarment({ segments: 8, textureSize: 16, metresPerUnit: 0.01 })
  await page.locator('input[type=file]').setInputFiles({ name: 'dress.glb', mimeType: 'model/gltf-binary', buffer })
  await expectRow(page, 'ready_to_publish', 'done')
  await expect(page.getByText('The garment is 11,000 cm long. It was probably meant to be 110 cm')).toBeVisible()
  const cover = page.getByRole('radio', { name: 'three-quarter view' })
  await expect(cover).toBeChecked()
  await page.getByRole('button', { name: 'Change to 110 cm' }).click()
  await expect(page.getByText('Reprocessing the model')).toBeVisible()
  await expect(page.getByText('is 110 cm, as you set it.')).toBeVisible()
  await expect(page.getByText('11,000 cm')).toHaveCount(0)
  await expect(page.getByText('Reprocessing the model')).toHaveCount(0)
  // Waits for the new cover, because the page may have the new pictures before the work has its new cover.
  await expect(cover).toHaveCount(1)
  await expect(cover, 'the new one takes the place of the one that was chosen').toBeChecked()
  await page.getByText('Correct size, axis or model').click()
  await expect(page.getByRole('button', { name: 'Undo corrections' })).toBeVisible()
  expect(problems).toEqual([])
})
