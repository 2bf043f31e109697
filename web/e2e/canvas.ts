import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'

/** The canvas as raw RGB, 48 x 48 pixels. */
export const pictureOf = async (page: Page) =>
  sharp(await page.locator('.viewer-stage canvas').screenshot())
    .resize(48, 48, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()

export const difference = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length

/** Pictures with a larger mean difference per channel (of 255) count as changed. */
const CHANGED = 0.5

/** Returns the picture once it no longer changes, because opening a panel resizes the canvas. */
export async function settledPicture(page: Page): Promise<Buffer> {
  let before = await pictureOf(page)
  const moved = async () => {
    const now = await pictureOf(page)
    const by = difference(now, before)
    before = now
    return by
  }
  await expect.poll(moved).toBeLessThan(CHANGED / 5)
  return before
}

/**
 * Returns a function that waits until the picture has changed. Its first call compares the picture with the one at the
 * time of watchPicture(). Each later call compares the picture with the one at the end of the call before.
 */
export async function watchPicture(page: Page) {
  let before = await settledPicture(page)
  return async (what: string) => {
    let now = before
    const changed = async () => difference((now = await pictureOf(page)), before)
    await expect.poll(changed, what).toBeGreaterThan(CHANGED)
    before = now
  }
}

export const expectSamePicture = (page: Page, former: Buffer, what: string) =>
  expect.poll(async () => difference(await pictureOf(page), former), { message: what }).toBeLessThan(CHANGED / 5)
