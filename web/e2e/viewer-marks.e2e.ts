import { newId } from '@toile/contracts/ids'
import { insertComment } from '@toile/db/comments/comments'
import { findLogin } from '@toile/db/users/users'
import { expect, type Page } from 'playwright/test'
import { publishGarment } from './published.js'
import { openTestDb } from './toile-under-test.js'
import { viewerGarment, viewIn3d } from './viewer-garment.js'
import { test } from './test.js'
import { creator as login } from './visitor.js'

interface Box {
  x: number
  y: number
  width: number
  height: number
}
const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })
const offBy = (box: Box, { x, y }: { x: number; y: number }) => Math.hypot(middleOf(box).x - x, middleOf(box).y - y)
const stageOf = async (page: Page) => (await page.locator('.viewer-stage').boundingBox())!
const sea = (page: Page) => page.getByRole('radiogroup', { name: 'Colourway' }).getByRole('radio', { name: 'Sea' })

/** Pins a comment to the middle of the view or, with `from`, to the point that is `from` pixels from the middle. */
async function pin(page: Page, body: string, from?: { x: number; y: number }): Promise<void> {
  await page.getByRole('button', { name: 'Pin to the garment' }).click()
  if (from) {
    const middle = middleOf(await stageOf(page))
    await page.mouse.click(middle.x + from.x, middle.y + from.y)
  } else await page.keyboard.press('Enter')
  await expect(page.locator('p.comment-pinned')).toContainText('Pinned to the garment, in Sea')
  const field = page.getByLabel('Your comment')
  await expect(field).toBeFocused()
  await field.fill(body)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('button', { name: `Comment: ${body}` })).toBeVisible()
}

test('points are marked and commented on by keyboard; following one turns the garment to it', async ({
  open,
  creator,
}) => {
  const work = await publishGarment('Three colours', viewerGarment)
  const page = await open(creator)
  await page.goto(`/project/${work.id}`)
  await viewIn3d(page)
  const announcement = page.getByRole('status').filter({ hasText: 'View:' })
  // 18 key presses turn the view by 7.5 degrees each, from 24 to 159 degrees: past the wearer's left, to the back.
  for (let i = 0; i < 18; i++) await page.keyboard.press('ArrowRight')
  await expect(announcement, 'the keyboard turns the garment, and the side is announced').toHaveText('View: Back')
  await page.keyboard.press('r')
  await expect(announcement).toHaveText('View: Front')

  await page.getByRole('button', { name: 'Add hotspot' }).click()
  await page.keyboard.press('Enter')
  await page.getByLabel('Hotspot name').fill('Waist seam')
  await page.getByLabel('Description').fill('Taken in by two centimetres.')
  await page.reload()
  await viewIn3d(page)
  await expect(page.getByLabel('Hotspot name'), 'point and words are there again').toHaveValue('Waist seam')
  const saved = page.waitForResponse((response) => response.url().endsWith('/hotspots'))
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  const stage = middleOf(await stageOf(page))
  const away = { x: -15, y: -40 }
  const pressed = { x: stage.x + away.x, y: stage.y + away.y }
  await page.getByRole('button', { name: 'Add hotspot' }).click()
  await page.mouse.click(pressed.x, pressed.y)
  await page.getByLabel('Hotspot name').fill('Dart')
  await page.getByLabel('Description').fill('Ends below the shoulder.')
  await page.getByRole('button', { name: 'Save' }).click()
  const dart = (await page.getByRole('button', { name: 'Dart' }).boundingBox())!
  expect(offBy(dart, pressed), 'it stands where it was pressed').toBeLessThan(4)

  await page.getByRole('button', { name: 'Adjust' }).click()
  await sea(page).check()
  await page.keyboard.press('Escape')
  await pin(page, 'Which thread is this?')
  // These comments push the pinned comment off the first page of comments.
  const db = openTestDb()
  const { id: authorId } = (await findLogin(db, login.login))!
  for (let i = 0; i < 30; i++)
    await insertComment(db, { id: newId(), on: { workId: work.id }, authorId, body: `Later ${i}` })
  await db.destroy()
  await pin(page, 'Which interlining is here?', { x: 15, y: 40 })
  await page.getByRole('button', { name: 'Comment: Which interlining is here?' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Which interlining' }).last()).toBeFocused()

  const visitor = await open()
  await visitor.goto(`/project/${work.id}`)
  await expect(visitor.getByText('Later 29')).toBeVisible()
  const article = (words: string) => visitor.locator('.comment article').filter({ hasText: words })
  await expect(article('Which thread'), 'not shown yet').toHaveCount(0)
  // This press opens the viewer and turns the view until the point is in the middle.
  await article('Which interlining').getByRole('button', { name: 'Pinned to the garment' }).click()
  const seen = visitor.getByRole('button', { name: 'Comment: Which interlining is here?' })
  await expect(seen).toBeVisible()
  const off = async () => offBy((await seen.boundingBox())!, middleOf(await stageOf(visitor)))
  await expect.poll(off).toBeLessThan(6)
  await expect(visitor.getByRole('button', { name: /^(Pin to the garment|Add hotspot)$/ })).toHaveCount(0)
  await visitor.getByRole('button', { name: 'Adjust' }).click()
  await expect(sea(visitor), 'in the colourway that is spoken of').toBeChecked()
  await visitor.keyboard.press('Escape')
  await visitor.getByRole('button', { name: 'Waist seam' }).press('Enter')
  await expect(visitor.getByText('Taken in by two centimetres.')).toBeVisible()
  await visitor.getByRole('button', { name: 'Comment: Which thread is this?' }).press('Enter')
  await expect(article('Which thread'), 'its mark leads to it all the same').toBeFocused()

  // `r` restores the initial view. The creator set this point in the same view, so it appears at the same place.
  await visitor.locator('.viewer-stage').focus()
  await visitor.keyboard.press('r')
  const middle = middleOf(await stageOf(visitor))
  const mark = visitor.getByRole('button', { name: 'Dart' })
  const awry = async () => offBy((await mark.boundingBox())!, { x: middle.x + away.x, y: middle.y + away.y })
  await expect.poll(awry).toBeLessThan(4)
  await mark.click()
  await expect(visitor.getByText('Ends below the shoulder.')).toBeVisible()
  await seen.click()
  await expect(article('Which interlining').last()).toBeFocused()
})
