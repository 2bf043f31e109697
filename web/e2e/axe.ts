import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { waitUntilLoaded } from './visitor.js'

// axe's rules of WCAG 2.2 level AA.
/** Rows of a table and tiles of a list are alike: of each the first few are looked at, the rest would cost as much again each. */
const moreOfTheSame = [
  'tbody > tr:nth-child(n+4)',
  '.tiles > :nth-child(n+5)',
  '.notification-list > li:nth-child(n+4)',
  '.api-page > section:nth-of-type(n+4)',
]
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Waits until what was loading is there; then axe finds nothing. Where all rules but those of colour were held against
 * the same page before, `rules` names those that are left.
 */
export async function expectNoViolations(page: Page, address: string, rules?: string[]): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await waitUntilLoaded(page)
  // Once a document: half a megabyte of script. There are no frames to look into.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async ({ tags, only, excluded }) => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      await document.fonts.ready
      // Other colours begin to come with the next frame; one on its way from light to dark may be too faint for a moment.
      await drawn()
      const isMoving = ({ playState, effect }: Animation) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
      while (document.getAnimations().some(isMoving)) await drawn()
      // What learns from its layout that it scrolls says so with the next frame.
      await drawn()
      const { violations } = await axe.run(
        { include: [['html']], exclude: excluded.map((one) => [one]) },
        {
          runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: tags },
          // How each element of what is sound is called costs more than the look at it.
          resultTypes: ['violations'],
          iframes: false,
        },
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { tags: axeTags, only: rules, excluded: moreOfTheSame },
  )
  expect.soft(found, address).toEqual([])
}
