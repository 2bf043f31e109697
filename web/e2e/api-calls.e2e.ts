import { expect } from 'playwright/test'
import { expectNoViolations } from './axe.js'
import { test } from './test.js'
import { collectProblems } from './visitor.js'

// The page of all calls, made from what the API says of itself.

test('a call is found, opened and read: who may, what it takes and what comes back', async ({ page }) => {
  const problems = collectProblems(page)
  await page.goto('/static/api')
  await expect(page.getByRole('heading', { name: 'The API' })).toBeVisible()
  await page.getByLabel('Search calls').fill('retry uploads')
  const calls = page.locator('.api-page details')
  await expect(calls).toHaveCount(1)
  const summary = calls.locator('summary')
  await expect(summary).toContainText('POST /uploads/{id}/retry')
  await expect(summary).toContainText('Retries from the last good stage after a failure')
  await expect(summary).toContainText('Whose it is')
  await summary.press('Enter')
  await expect(calls.getByText('in the path')).toBeVisible()
  await expect(calls.getByRole('heading', { name: 'Answer 200' })).toBeVisible()
  await expect(calls.locator('pre')).toContainText('stage: "upload" | "finished" | "processed"')
  await expectNoViolations(page, 'an opened call')

  await page.getByLabel('Search calls').fill('post /auth/login')
  await expect(summary).toContainText('POST /auth/login')
  await calls.locator('summary').click()
  await expect(calls.getByRole('heading', { name: 'Body' })).toBeVisible()
  await expect(calls.locator('pre').first()).toContainText('password: string')
  await page.getByLabel('Search calls').fill('no such call')
  await expect(page.getByText('No call has all of these words.')).toBeVisible()
  expect(problems).toEqual([])
})
