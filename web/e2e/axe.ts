import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

// axe's rules of WCAG 2.2 level AA. In its legacy mode it opens no page of its own for each look; there are no frames
// of other origins to look into.
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Waits until what was loading is there; then axe finds nothing. */
export async function expectNoViolations(page: Page, address: string): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  // Other colours begin to come with the next frame.
  await drawn(page)
  // A colour on its way from light to dark may be too faint for a moment.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      return playState !== 'running' || effect?.getComputedTiming().endTime === Infinity
    }),
  )
  // What learns from its layout that it scrolls says so with the next frame.
  await drawn(page)
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect.soft(found, address).toEqual([])
}

/** Until a frame was drawn with all that is known by now. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
