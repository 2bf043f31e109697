import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { waitUntilLoaded } from './visitor.js'

/** Axe skips these elements, because they repeat the markup of their siblings and take as long to check. */
const moreOfTheSame = [
  'tbody > tr:nth-child(n+4)',
  '.tiles > :nth-child(n+5)',
  '.notification-list > li:nth-child(n+4)',
  '.api-page > section:nth-of-type(n+4)',
]
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** With `rules`, only these rules are checked, because an earlier check of the page has covered the other rules. */
export async function expectNoViolations(page: Page, address: string, rules?: string[]): Promise<void> {
  await expect(page.locator('h1')).toBeVisible()
  await waitUntilLoaded(page)
  // The script has half a megabyte, so it is injected only once per document. No page has frames that need it, too.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async ({ tags, only, excluded }) => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      await document.fonts.ready
      // Colours change with the next frame. During a transition, contrast may be too low.
      await drawn()
      const isMoving = ({ playState, effect }: Animation) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
      while (document.getAnimations().some(isMoving)) await drawn()
      // Scrollable regions become focusable with the next frame.
      await drawn()
      const { violations } = await axe.run(
        { include: [['html']], exclude: excluded.map((one) => [one]) },
        {
          runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: tags },
          // Collecting details of passed elements would take longer than the check.
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
