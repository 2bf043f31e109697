import type { GarmentOptions } from '@toile/testing/garments/garments'
import { expect, type Page } from 'playwright/test'

/** For tests that only view a garment. It has colourways and an animation. publishGarment() caches its derivatives. */
export const viewerGarment: GarmentOptions = {
  segments: 16,
  textureSize: 64,
  colourways: ['Sand', 'Sea', 'Plum'],
  swing: true,
}

/** A window that is small enough to be drawn at once without a GPU. */
export const smallWindow = { width: 400, height: 300 }

export async function viewIn3d(page: Page): Promise<void> {
  await page.getByRole('button', { name: /View in 3D/ }).click()
  await expectFullModel(page)
}

export const expectFullModel = (page: Page) => expect(page.locator('.viewer')).toHaveAttribute('data-whole', 'true')
