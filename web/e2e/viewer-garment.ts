import type { GarmentOptions } from '@toile/testing/garments/garments'
import { expect, type Page } from 'playwright/test'

/** The garment of the tests that only look at one: with everything to choose from, and what is made of it made once in a run. */
export const viewerGarment: GarmentOptions = {
  segments: 16,
  textureSize: 64,
  colourways: ['Sand', 'Sea', 'Plum'],
  swing: true,
}

/** So small that a processor has drawn it in an instant. */
export const smallWindow = { width: 400, height: 300 }

/** Presses for the 3D view of the page, and waits until the whole model is there. */
export async function viewIn3d(page: Page): Promise<void> {
  await page.getByRole('button', { name: /View in 3D/ }).click()
  await expectFullModel(page)
}

export const expectFullModel = (page: Page) =>
  expect(page.locator('.viewer')).toHaveAttribute('data-whole', 'true', { timeout: 60_000 })
