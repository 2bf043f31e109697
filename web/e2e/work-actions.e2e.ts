import { expect } from 'playwright/test'
import { makeReleasedWork } from './released-work.js'
import { openTestDb } from './toile-under-test.js'
import { test } from './test.js'
import {
  signInAsCreator,
  baseUrl,
  setSessionCookies,
  creatorSession,
  navigateInPage,
  registerByApi,
} from './visitor.js'

test('a new work waits behind a pill while browsing, and disappears when its owner withdraws it', async ({
  page,
  context,
}) => {
  await makeReleasedWork({ title: 'There before' })
  await page.goto('/')
  await expect(page.locator('.tile').first()).toBeVisible()
  const pill = page.getByRole('button', { name: /^\d+ new works?$/ })
  // The page subscribes shortly after it loads, so the test publishes works until a work is announced.
  await expect(async () => {
    await makeReleasedWork({ title: 'Soon after' })
    await expect(pill).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const before = await pill.textContent()
  const work = await makeReleasedWork({ title: `Pill ${Date.now().toString(36)}` })
  await expect(pill).not.toHaveText(before!)
  const tile = page.getByRole('link', { name: work.title })
  await expect(tile, 'the page does not jump').toHaveCount(0)
  await pill.click()
  await expect(tile.first()).toBeVisible()
  await expect(pill).toHaveCount(0)

  await signInAsCreator(context)
  await page.goto(`/project/${work.id}`)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('Moved to drafts.')).toBeVisible()
  await context.clearCookies()
  await page.goto('/')
  await expect(page.locator('.tile').first()).toBeVisible()
  await expect(tile).toHaveCount(0)
  expect((await fetch(`${baseUrl}/works/${work.id}`)).status).toBe(404)
})

test('a shared work’s copied link leads to it', async ({ page }) => {
  const work = await makeReleasedWork({ title: `Shared ${Date.now().toString(36)}` })
  await page.goto(`/project/${work.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page).toHaveURL(new RegExp(`/static/share-success\\?id=${work.id}&after=share`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(work.title)
  await expect(page.getByRole('textbox', { name: 'Embed code' })).toHaveValue(new RegExp(`/embed/${work.id}"`))
  await page.getByRole('link', { name: 'Works' }).click()
  const search = page.getByRole('searchbox')
  await search.press('Control+V')
  await page.goto(await search.inputValue())
  await expect(page.getByRole('heading', { level: 1, name: work.title })).toBeVisible()
})

test('a work, a comment and a user are reported to the operators with a reason', async ({ page, context }) => {
  const work = await makeReleasedWork()
  const { token } = await creatorSession()
  const response = await fetch(`${baseUrl}/works/${work.id}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body: 'Buy cheap patterns' }),
  })
  expect(response.status).toBe(201)
  const comment = (await response.json()) as { id: string }
  const reader = await registerByApi()
  await setSessionCookies(context, reader)
  await page.goto(`/project/${work.id}`)
  const report = async (reason: string) => {
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Send report' })).toBeDisabled()
    await dialog.getByRole('textbox').fill(reason)
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Report sent.').first()).toBeVisible()
  }
  await page.locator('.work-actions').getByRole('button', { name: 'Report' }).click()
  await report('This is my own garment')
  await page.locator('.comment-actions').getByRole('button', { name: 'Report' }).click()
  await report('Advertisement')
  const { user: accused } = await creatorSession()
  await navigateInPage(page, `/creators/personalPage?id=${accused.id}`)
  await page.getByRole('button', { name: 'Report' }).click()
  await report('Shows garments of mine as their own.')

  const db = openTestDb()
  const rows = await db
    .selectFrom('reports')
    .select(['kind', 'subject_id', 'reason'])
    .where('reporter_id', '=', reader.user.id)
    .orderBy('created_at')
    .execute()
  await db.destroy()
  expect(rows).toEqual([
    { kind: 'work', subject_id: work.id, reason: 'This is my own garment' },
    { kind: 'comment', subject_id: comment.id, reason: 'Advertisement' },
    { kind: 'user', subject_id: accused.id, reason: 'Shows garments of mine as their own.' },
  ])
})
