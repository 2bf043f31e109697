import type { Work } from '@toile/contracts/works/works'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { addVersion, publishGarment } from './published.js'
import { test } from './test.js'
import { uniqueName, collectProblems } from './visitor.js'

// The titles are unique, because after a failed test a new process runs beforeAll() and publishes the works again.
const [first, second] = [`First ${uniqueName()}`, `Second ${uniqueName()}`]
let works: Work[]
test.beforeAll(async () => {
  works = [await publishGarment(first), await publishGarment(second)]
})
test.use({ viewport: { width: 900, height: 480 } })

async function expectBothReady(page: Page): Promise<void> {
  await expect(page.locator('.compare .viewer[data-whole]')).toHaveCount(2)
}

/** Grey values of both canvases, each scaled to 100 x 80 pixels. */
async function pictures(page: Page): Promise<Buffer[]> {
  const stages = page.locator('.compare .viewer-stage canvas')
  const screenshot = async (i: number) =>
    sharp(await stages.nth(i).screenshot())
      .resize(100, 80, { fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer()
  return [await screenshot(0), await screenshot(1)]
}
const difference = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length

test('the other work is chosen from a work page; turning one garment turns both, by mouse and keys', async ({
  page,
}) => {
  const problems = collectProblems(page)
  await page.goto(`/project/${works[0]!.id}`)
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByText(`Choose a work to compare with “${first}”.`)).toBeVisible()
  await expect(page.getByRole('link', { name: first })).toHaveCount(0)
  await page.getByRole('link', { name: second }).click()
  for (const name of [first, second]) await expect(page.getByRole('heading', { name })).toBeVisible()
  // Both sides show the same garment under one camera, so both pictures match.
  await expectBothReady(page)
  const sides = page.locator('.compare .viewer-stage')
  let [before] = await pictures(page)
  const expectTurnedTogether = async () => {
    await expect(async () => {
      const [left, right] = await pictures(page)
      expect(difference(left!, before!)).toBeGreaterThan(1.5)
      // The pictures need not match exactly, because the keyboard hint may cover a part of one picture.
      expect(difference(left!, right!)).toBeLessThan(1)
    }).toPass()
    before = (await pictures(page))[0]
  }
  const box = (await sides.first().boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2 - 30, { steps: 3 })
  await page.mouse.up()
  await expectTurnedTogether()

  await sides.nth(1).focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', '+', '+']) await page.keyboard.press(key)
  await expectTurnedTogether()
  await expect(page.getByRole('status').filter({ hasText: 'View:' })).not.toBeEmpty()
  expect(problems).toEqual([])
})

test('a former version is compared with the current one from the version history', async ({ page }) => {
  const work = await addVersion(works[0]!, { segments: 20, textureSize: 64 })
  await page.goto(`/project/${work.id}`)
  const history = page.getByRole('region', { name: 'Version history' })
  await expect(history.getByRole('heading', { level: 3 })).toHaveText(['Version 2', 'Version 1'])
  await expect(history.getByRole('listitem').first()).toContainText('1,600 triangles')
  await expect(history.getByRole('listitem').last()).toContainText('1,024 triangles')
  await expect(history.getByRole('link')).toHaveCount(1)
  await history.getByRole('link', { name: 'Compare with this version' }).click()
  await expectBothReady(page)
  const sides = page.locator('.compare-texts > div')
  await expect(sides.first()).toContainText('Version 1')
  await expect(sides.first()).toContainText('1,024')
  await expect(sides.last()).toContainText('Current')
  await expect(sides.last()).toContainText('1,600')
  await expect(page.getByLabel('Left version'), 'of two there is nothing to choose').toHaveCount(0)

  await addVersion(work, { segments: 16, textureSize: 64 })
  await page.goto(`/compare?one=${work.id}&version=1`)
  await page.getByLabel('Right version').selectOption('Version 2')
  await expect(page).toHaveURL(`/compare?one=${work.id}&version=1&with=2`)
  await expect(sides.first().locator('p').first()).toHaveText('Version 1')
  await expect(sides.last().locator('p').first()).toHaveText('Version 2')
  await expect(sides.last()).toContainText('1,600')
  await page.goto(`/compare?one=${work.id}&version=1&with=9`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto(`/compare?one=${work.id}&version=4`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  // The second work does not exist.
  await page.goto(`/compare?one=${works[0]!.id}&other=00000000-0000-7000-8000-000000000000`)
  await expect(page.getByText('Page not found').first()).toBeVisible()
})
