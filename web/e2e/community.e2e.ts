import { newId } from '@toile/contracts/ids'
import { insertComment } from '@toile/db/comments/comments'
import { expect, type Page } from 'playwright/test'
import { asAdmin } from './activities.js'
import { expectNoViolations } from './axe.js'
import { unroute } from './unroute.js'
import { createUser } from './users.js'
import { makeReleasedWork } from './released-work.js'
import { openTestDb } from './toile-under-test.js'
import { test } from './test.js'
import { baseUrl } from './visitor.js'

test('likes and comments show at once and reach other pages; a hidden comment stays visible to its author', async ({
  open,
  creator,
}) => {
  const work = await makeReleasedWork()
  const address = `/project/${work.id}`
  const visitor = await open()
  const page = await open(await createUser({ verified: false }))
  for (const one of [visitor, page]) await one.goto(address)
  const like = (on: Page) => on.getByRole('button', { name: /^Like/ })
  const comment = (on: Page) => on.getByText('The drape is lovely <b>here</b>')
  await expect(visitor.getByRole('link', { name: 'Sign up to comment' })).toBeVisible()
  await expect(like(visitor)).toHaveText('Like0')

  await test.step('a like is undone when the server fails', async () => {
    await like(page).click()
    await expect(like(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(like(visitor)).toHaveText('Like1')
    await page.route('**/like', (route) => route.abort())
    await like(page).click()
    await expect(page.getByText('request server failed!')).toBeVisible()
    await expect(like(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(like(page)).toHaveText('Like1')
    await unroute(page, '**/like')
  })

  await page.getByLabel('Your comment').fill('The drape is lovely <b>here</b>')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comment(visitor)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reply' })).toBeDisabled()
  await expect(page.getByText('Verify your email to reply.')).toBeVisible()
  const own = await open(creator)
  await own.goto(address)
  await own.getByRole('button', { name: 'Reply' }).click()
  await own.getByLabel(/^Your reply to/).fill('Thank you')
  await own.getByRole('button', { name: 'Send reply' }).click()
  await expect(visitor.getByText('Thank you')).toBeVisible()
  await own.getByRole('button', { name: 'Delete' }).first().click()
  await expect(visitor.getByText('This comment was deleted.')).toBeVisible()
  await expect(visitor.getByText('Thank you')).toBeVisible()

  await test.step('the author of a hidden comment reads the reason and appeals in place', async () => {
    const words = 'The hem is crooked on purpose'
    const sent = page.waitForResponse((response) => response.url().endsWith('/comments') && response.status() === 201)
    await page.getByLabel('Your comment').fill(words)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const { id } = (await (await sent).json()) as { id: string }
    await expect(visitor.getByText(words)).toBeVisible()
    await asAdmin('POST', '/comments/hide', { ids: [id], reason: 'Taken for an insult' })
    await expect(visitor.getByText(words)).toHaveCount(0)
    const comment = page.getByRole('article').filter({ hasText: words })
    await expect(comment.getByText('Only you can see this comment for now.')).toBeVisible()
    await expect(comment.getByText('Taken for an insult')).toBeVisible()
    await expect(comment.getByRole('button', { name: 'Reply' })).toHaveCount(0)
    await expectNoViolations(page, 'a hidden comment, as its author sees it')
    await comment.getByRole('button', { name: 'Appeal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Appeal' })
    await dialog.getByLabel('Your reasons').fill('It praises the cut')
    await dialog.getByRole('button', { name: 'Send appeal' }).click()
    await expect(page.getByText('Appeal sent.')).toBeVisible()
    const { items } = await asAdmin<{ items: { subjectId: string }[] }>('GET', '/reports?kind=appeal')
    expect(items.map(({ subjectId }) => subjectId)).toContain(id)
  })

  await like(visitor).click()
  await expect(visitor).toHaveURL(/\/login\/signin\?backUrl=/)
})

test('a comment shows at once and is undone with its text kept when the server fails; an address that cannot be copied is shown; a long thread loads more', async ({
  open,
  person,
}) => {
  const work = await makeReleasedWork()
  const page = await open(person)
  await page.goto(`/project/${work.id}`)
  const field = page.getByLabel('Your comment')
  const shown = page.locator('.comment article').filter({ hasText: 'The seam sits well' })
  await expect(page.getByText('No comments yet.')).toBeVisible()
  await field.fill('The seam sits well')
  let response = () => {}
  const held = new Promise<void>((resolve) => (response = resolve))
  await page.route('**/comments', async (route) => {
    await held
    await route.abort()
  })
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(shown, 'before the server has answered').toContainText('Sending')
  await expect(field).toHaveValue('')
  response()
  await expect(shown).toHaveCount(0)
  await expect(field).toHaveValue('The seam sits well')
  await unroute(page, '**/comments')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(shown).toHaveCount(1)
  await expect(shown).not.toContainText('Sending')
  await expect(field).toHaveValue('')

  // This disables both ways of copying.
  await page.evaluate(() => {
    document.execCommand = () => false
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy the link' })
  await expect(dialog.getByLabel('Link')).toHaveValue(`${baseUrl}/project/${work.id}`)
  await expect(dialog.getByLabel('Link')).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${baseUrl}/project/${work.id}`)
  await expectNoViolations(page, 'an address to copy by hand')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)

  await addReplies(101, work.id, person.user.id)
  await page.reload()
  await expect(page.getByText('Answer 1.')).toBeVisible()
  await expect(page.getByText('Answer 101.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show more replies' }).click()
  await expect(page.getByText('Answer 101.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more replies' })).toHaveCount(0)
})

async function addReplies(count: number, workId: string, authorId: string): Promise<void> {
  const db = openTestDb()
  const { id: parentId } = await db
    .selectFrom('comments')
    .select('id')
    .where('work_id', '=', workId)
    .executeTakeFirstOrThrow()
  for (let i = 1; i <= count; i++)
    await insertComment(db, { id: newId(), on: { workId }, authorId, body: `Answer ${i}.`, parentId })
  await db.destroy()
}
