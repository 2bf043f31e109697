import { expect } from 'playwright/test'
import { countViews } from '@toile/db/analytics/page-views'
import { openTestDb } from './toile-under-test.js'
import { test } from './test.js'

test('the dashboard draws views and the time spent on each page', async ({ open, admin }) => {
  // No other test stays on this page for 70 s, so the longest views of this page come from this test.
  const path = '/social/facebook/login'
  const views = [70, 71, 72].map((seconds) => ({ at: new Date(), path, seconds, signedIn: false, referred: false }))
  // This counts the views as the worker does each minute, but without moving the worker's stored position.
  const db = openTestDb()
  await countViews(db, (place) => Promise.resolve({ place, views }))
  await db.destroy()
  const page = await open(admin)
  const row = page.getByRole('row').filter({ has: page.locator('code', { hasText: path }) })
  await page.goto('/backgroundAdmin/analytics')
  await expect(row.getByRole('cell').last()).toHaveText(/^1 min|^7\d(\.\d)? s/)
  await expect(page.getByLabel('Summary', { exact: true })).toContainText(/90% below \d/)
  const plot = page.getByRole('region', { name: 'Views' }).locator('canvas')
  await expect(plot).toBeVisible()
  const inks = await plot.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    return new Set(new Uint32Array(data.buffer)).size
  })
  expect(inks, 'axes and bars are drawn').toBeGreaterThan(2)
})
