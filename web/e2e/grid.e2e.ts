import { expect, type Page } from 'playwright/test'
import { grid } from '@toile/contracts/layouts/grid.constants'
import { expectNoViolations } from './axe.js'
import { createUser } from './users.js'
import { test } from './test.js'
import { collectProblems } from './visitor.js'

test.use({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })

const widget = (page: Page, name: string) => page.locator(`[data-widget="${name}"]`)
const boxOf = async (page: Page, name: string) => (await widget(page, name).boundingBox())!
const boxesOf = (page: Page, names: readonly string[]) => Promise.all(names.map((name) => boxOf(page, name)))
/** Returns the boxes of the widgets once no widget is animated any more. */
async function restingBoxes(page: Page, names: readonly string[]) {
  const gliding = () =>
    page.evaluate(() => {
      const targets = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target)
      return targets.filter((target) => target?.classList.contains('react-grid-item')).length
    })
  await expect.poll(gliding).toBe(0)
  return boxesOf(page, names)
}

test('an administrator rearranges the overview and the queue page, and the layout persists', async ({ open }) => {
  const page = await open(await createUser({ group: 'admin' }))
  const problems = collectProblems(page)
  await page.goto('/')
  await page.getByRole('button', { name: /Account:/ }).click()
  await page.getByRole('link', { name: 'Back office' }).click()
  await expect(page).toHaveURL('/backgroundAdmin')
  await expect(widget(page, 'users').locator('.figure')).toContainText('today')
  await expect(widget(page, 'queues').getByRole('row', { name: /Images/ })).toBeVisible()
  await expect(widget(page, 'storage').locator('.figure')).toContainText(/\d .?B/)

  // A widget must become focusable in the same task in which it starts to scroll, without waiting for a frame.
  const focusable = await widget(page, 'users')
    .locator('.widget-body')
    .evaluate(async (body: HTMLElement) => {
      const more = document.createElement('p')
      more.style.height = '1000px'
      body.firstElementChild!.append(more)
      await Promise.resolve()
      const { tabIndex } = body
      more.remove()
      await Promise.resolve()
      return [tabIndex, body.tabIndex]
    })
  expect(focusable, 'while it is longer, and after').toEqual([0, -1])

  await expect(async () => {
    const [users, works, uploads] = await boxesOf(page, ['users', 'works', 'uploads'])
    expect(works!.x - users!.x - users!.width).toBeCloseTo(grid.marginPx, 0)
    expect(uploads!.y - users!.y - users!.height).toBeCloseTo(grid.marginPx, 0)
    expect((await boxOf(page, 'storage')).height, 'one row').toBeCloseTo(grid.rowHeightPx, 0)
  }).toPass()
  await expect(page.locator('.react-grid-item').first()).toHaveCSS(
    'transition-duration',
    new RegExp(`^(${grid.transitionSeconds}s(, )?)+$`),
  )
  await page.getByRole('button', { name: 'Edit layout' }).click()
  const handle = page.getByRole('button', { name: 'Position of Storage' })
  await handle.press('Shift+ArrowDown')
  await expect(page.getByText(/^Row 3, column 6, 5 wide, 2 high$/)).toBeAttached()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Layout saved.')).toBeVisible()
  await page.reload()
  await expect
    .poll(async () => (await boxOf(page, 'storage')).height)
    .toBeCloseTo(2 * grid.rowHeightPx + grid.marginPx, 0)

  await widget(page, 'queues').getByRole('link', { name: 'Queue health' }).click()
  await expect(widget(page, 'verdict')).toBeVisible()
  await page.getByRole('button', { name: 'Edit layout' }).click()
  const [verdict, queues] = await restingBoxes(page, ['verdict', 'queues'])
  expect(verdict!.y).toBeLessThan(queues!.y)
  await page.mouse.move(queues!.x + 200, queues!.y + 40)
  await page.mouse.down()
  await page.mouse.move(queues!.x + 200, queues!.y - 60, { steps: 5 })
  await page.mouse.move(queues!.x + 200, verdict!.y + 20, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit layout' })).toBeVisible()
  await page.reload()
  await expect.poll(async () => (await boxOf(page, 'queues')).y).toBeLessThan((await boxOf(page, 'verdict')).y)
  await expectNoViolations(page, 'queue health, arranged')

  for (const path of ['/backgroundAdmin/queues', '/backgroundAdmin']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Edit layout' }).click()
    await page.getByRole('button', { name: 'Reset layout' }).click()
    await expect(page.getByRole('button', { name: 'Edit layout' })).toBeVisible()
  }
  await expect.poll(async () => (await boxOf(page, 'storage')).height).toBeCloseTo(grid.rowHeightPx, 0)
  expect(problems).toEqual([])
})
