import { readFile } from 'node:fs/promises'
import { chooseFilter, tableAddresses as addresses } from './backstage-pages.js'
import { expect, type BrowserContext, type Page } from 'playwright/test'
import { makeReleasedWork } from './released-work.js'
import { test } from './test.js'
import {
  adminSession,
  baseUrl,
  setSessionCookies,
  navigateInPage,
  registerByApi,
  collectProblems,
  type Session,
} from './visitor.js'

async function asAdministrator(context: BrowserContext): Promise<Session> {
  const session = await adminSession()
  await setSessionCookies(context, session)
  return session
}
async function send({ token }: Session, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.ok, path).toBe(true)
}
async function decide(page: Page, button: string): Promise<void> {
  const question = page.getByRole('dialog').filter({ has: page.getByLabel('Reason') })
  await question.getByLabel('Reason').fill('Checked by hand')
  await question.getByRole('button', { name: button, exact: true }).click()
}
/** Words that no other test's rows contain. */
const unique = () => `cut ${Date.now().toString(36)}`

test('works are found, hidden in bulk after a dry run, exported, and shown again', async ({ page, context }) => {
  const problems = collectProblems(page)
  const admin = await asAdministrator(context)
  const words = unique()
  const titles = ['One', 'Two', 'Three'].map((number) => `${number} ${words}`)
  const works = []
  for (const title of titles) works.push(await makeReleasedWork({ title }))
  await send(admin, '/backstage/works/hide', { ids: [works[2]!.id], reason: 'Before' })

  await page.goto(addresses.works)
  await page.getByLabel('Title or creator').fill(words)
  await chooseFilter(page, 'State', 'Published')
  await expect(page).toHaveURL(/state=released/)
  await expect(page).toHaveURL(/q=cut/)
  const rows = page.locator('tbody tr')
  // Waits for the rows, because the column menu moves with the table while the rows load.
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.locator('.backstage-columns').getByLabel('Categories').check()
  await page.locator('.backstage-columns').getByLabel('Likes').uncheck()
  await page.reload()
  await expect(rows, 'the address keeps the filters').toHaveCount(3)
  await expect(page.getByRole('columnheader', { name: 'Categories' }), 'and the device the columns').toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Likes' })).toHaveCount(0)

  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('toolbar').getByRole('button', { name: 'Hide', exact: true }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Hides 2 works.')
  await expect(question).toContainText('1 item will be skipped:')
  await expect(question.getByRole('listitem')).toContainText(titles[2]!)
  await decide(page, 'Hide')
  await expect(page.getByText('2 works are hidden. 1 item was skipped.')).toBeVisible()
  await expect(rows.filter({ hasText: 'Hidden' })).toHaveCount(3)

  await page.getByRole('button', { name: 'Export' }).click()
  await expect(question).toContainText('3 rows as a CSV file')
  for (const filter of [`“${words}”`, 'State: Published']) await expect(question).toContainText(filter)
  await question.getByRole('button', { name: 'Start export' }).click()
  const saving = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Save file' }).click()
  const [head, ...lines] = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  const ofTitle = 'title,state,visibility,hidden,featured,won'
  expect(head).toBe(`${ofTitle},creator,views,comments,reports,released,categories`)
  for (const title of titles)
    expect(lines.filter((line) => line.startsWith(`${title},released,public,true,false,false,`))).toHaveLength(1)

  await page.goto(`${addresses.audit}?q=${encodeURIComponent('hid the work')}&subject=${works[0]!.id}`)
  await expect(rows, 'found by what it says').toHaveCount(1)
  await expect(rows.locator('del')).toHaveText('no')
  await rows.getByRole('button', { name: 'Undo' }).click()
  await decide(page, 'Undo')
  await expect(page.getByText('Action undone.')).toBeVisible()
  await expect(rows.getByText('Undone')).toBeVisible()
  await navigateInPage(page, `${addresses.works}?q=${encodeURIComponent(titles[0]!)}`)
  await expect(rows.filter({ hasText: titles[0]! })).not.toContainText('Hidden')
  expect(problems).toEqual([])
})

test('a report is found, claimed and decided', async ({ page, context }) => {
  const problems = collectProblems(page)
  await asAdministrator(context)
  const title = `Copied ${unique()}`
  const { id } = await makeReleasedWork({ title })
  await send(await registerByApi(), '/reports', { kind: 'work', id, reason: 'This is mine' })

  await page.goto(addresses.cases)
  const since = page.getByRole('columnheader', { name: 'Since' })
  await since.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=since&order=asc/)
  await expect(since).toHaveAttribute('aria-sort', 'ascending')
  await page.getByLabel('Content, author or reason').fill(title)
  // Waits until the other rows are gone, because their removal would move this row during the click.
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('button', { name: title }).click()
  const drawer = page.getByRole('dialog').first()
  await expect(drawer).toContainText('This is mine')
  await drawer.getByRole('button', { name: 'Claim case' }).click()
  await expect(drawer.getByRole('status')).toContainText('Claimed by')
  await drawer.getByRole('button', { name: 'No violation' }).click()
  await decide(page, 'No violation')
  await expect(page.getByText('Case decided. Both sides are notified.')).toBeVisible()
  await expect(drawer).toContainText('Checked by hand')
  const decided = `${addresses.cases}?state=decided&sort=decided&order=desc&q=${encodeURIComponent(title)}`
  await page.goto(decided)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.locator('tbody tr')).toContainText(title)
  expect(problems).toEqual([])
})
