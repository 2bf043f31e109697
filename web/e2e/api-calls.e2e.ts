import { expect } from 'playwright/test'
import { expectNoViolations } from './axe.js'
import { test } from './test.js'
import { collectProblems } from './visitor.js'

test('a call is found and opened, with permissions, input and answers', async ({ page }) => {
  const problems = collectProblems(page)
  await page.goto('/static/api')
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible()
  await page.getByLabel('Search endpoints').fill('retry uploads')
  const calls = page.locator('.api-page details')
  await expect(calls).toHaveCount(1)
  const summary = calls.locator('summary')
  await expect(summary).toContainText('POST /uploads/{id}/retry')
  await expect(summary).toContainText('Retries from the last good stage after a failure')
  await expect(summary).toContainText('Owner')
  await summary.press('Enter')
  await expect(calls.getByText('in path')).toBeVisible()
  await expect(calls.getByRole('heading', { name: 'Response 200' })).toBeVisible()
  await expect(calls.locator('pre')).toContainText('stage: "upload" | "finished" | "processed"')
  await expectNoViolations(page, 'an opened call')

  await page.getByLabel('Search endpoints').fill('post /auth/login')
  await expect(summary).toContainText('POST /auth/login')
  await calls.locator('summary').click()
  await expect(calls.getByRole('heading', { name: 'Request body' })).toBeVisible()
  await expect(calls.locator('pre').first()).toContainText('password: string')
  await page.getByLabel('Search endpoints').fill('no such call')
  await expect(page.getByText('No endpoints match all of these words.')).toBeVisible()
  expect(problems).toEqual([])
})
