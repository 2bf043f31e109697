import { newId } from '@toile/contracts/ids'
import { insertComment } from '@toile/db/queries/comments'
import { expect } from 'playwright/test'
import { asAdmin } from './activities.js'
import { expectNoViolations } from './axe.js'
import { letThrough } from './let-through.js'
import { makeReleasedWork, registerVerified } from './released-work.js'
import { openItsDb } from './running.js'
import { test } from './test.js'
import { asCreator, baseUrl, carry, creatorSession, registerByApi } from './visitor.js'

test('a like shows at once, reaches others, and is taken back when the server fails', async ({ browser }) => {
  const work = await makeReleasedWork()
  const fan = await browser.newContext()
  await carry(fan, await registerByApi())
  const page = await fan.newPage()
  await page.goto(`/project/${work.id}`)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/project/${work.id}`)
  const like = (on: typeof page) => on.getByRole('button', { name: /^Like/ })
  await expect(like(visitor)).toHaveText('Like0')
  await like(page).click()
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(like(visitor)).toHaveText('Like1')

  await page.route('**/like', (route) => route.abort())
  await like(page).click()
  await expect(page.getByText('request server failed!')).toBeVisible()
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(like(page)).toHaveText('Like1')
  await like(visitor).click()
  await expect(visitor).toHaveURL(/\/login\/signin\?backUrl=/)
})

test('a like in the feed shows at once and on the page of the work, and is taken back when the server fails', async ({
  browser,
}) => {
  const work = await makeReleasedWork({ title: `Liked t${Date.now().toString(36)}` })
  const feed = `/?q=${encodeURIComponent(work.title)}`
  const context = await browser.newContext()
  await carry(context, await registerByApi())
  const page = await context.newPage()
  await page.goto(feed)
  const like = page.getByRole('button', { name: `Like: ${work.title}` })
  await expect(like).toHaveText(/0$/)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/like', async (route) => {
    await held
    await route.continue()
  })
  await like.click()
  await expect(like, 'before the server has answered').toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText(/1$/)
  const answered = page.waitForResponse('**/like')
  answer()
  expect((await answered).status()).toBe(200)

  await letThrough(page, '**/like')
  await page.route('**/like', (route) => route.abort())
  await like.click()
  await expect(page.getByText('request server failed!')).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText(/1$/)
  await expect(page, 'the link of the tile lies below').toHaveURL(feed)
  await page.getByRole('link', { name: work.title }).click()
  await expect(page).toHaveURL(`/project/${work.id}`)
  await letThrough(page, '**/like')
  // The tile's own button is called 'Like: title' and stands until the work's page has come.
  const onThePage = page.getByRole('button', { name: /^Like\s*\d/ })
  await onThePage.click()
  await expect(onThePage).toHaveText('Like0')
  await page.goBack()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(like).toHaveText(/0$/)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(feed)
  await visitor.getByRole('button', { name: `Like: ${work.title}` }).click()
  await expect(visitor).toHaveURL(/\/login\/signin/)
  expect(new URL(visitor.url()).searchParams.get('backUrl')).toBe(feed)
  const signUp = visitor.locator('main').getByRole('link', { name: 'Register' })
  await expect(signUp).toHaveAttribute('href', `/login/register${new URL(visitor.url()).search}`)
})

test('comments and answers are said, heard live and deleted; a visitor is asked to sign up', async ({ browser }) => {
  const work = await makeReleasedWork()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/project/${work.id}`)
  await expect(visitor.getByRole('link', { name: 'Sign up to comment' })).toBeVisible()

  const una = await browser.newContext()
  await carry(una, await registerByApi())
  const page = await una.newPage()
  await page.goto(`/project/${work.id}`)
  await page.getByLabel('Your comment').fill('The drape is lovely <b>here</b>')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(visitor.getByText('The drape is lovely <b>here</b>')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reply' })).toBeDisabled()
  await expect(page.getByText('Verify your email address to reply.')).toBeVisible()

  const owner = await browser.newContext()
  await asCreator(owner)
  const own = await owner.newPage()
  await own.goto(`/project/${work.id}`)
  await own.getByRole('button', { name: 'Reply' }).click()
  await own.getByLabel(/^Your reply to/).fill('Thank you')
  await own.getByRole('button', { name: 'Send reply' }).click()
  await expect(visitor.getByText('Thank you')).toBeVisible()
  await own.getByRole('button', { name: 'Delete' }).first().click()
  await expect(visitor.getByText('This comment was deleted.')).toBeVisible()
  await expect(visitor.getByText('Thank you')).toBeVisible()
})

test('a comment shows at once, and is taken back with its words kept when the server fails; a long thread goes on', async ({
  browser,
}) => {
  const work = await makeReleasedWork()
  const author = await registerVerified()
  const context = await browser.newContext()
  await carry(context, author)
  const page = await context.newPage()
  await page.goto(`/project/${work.id}`)
  const field = page.getByLabel('Your comment')
  const shown = page.locator('.comment article').filter({ hasText: 'The seam sits well' })
  await expect(page.getByText('No comments yet.')).toBeVisible()
  await field.fill('The seam sits well')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/comments', async (route) => {
    await held
    await route.abort()
  })
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(shown, 'before the server has answered').toContainText('Sending')
  await expect(field).toHaveValue('')
  answer()
  await expect(shown).toHaveCount(0)
  await expect(field).toHaveValue('The seam sits well')
  await letThrough(page, '**/comments')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(shown).toHaveCount(1)
  await expect(shown).not.toContainText('Sending')
  await expect(field).toHaveValue('')

  const db = openItsDb()
  const { id: parentId } = await db
    .selectFrom('comments')
    .select('id')
    .where('work_id', '=', work.id)
    .executeTakeFirstOrThrow()
  for (let i = 1; i <= 101; i++)
    await insertComment(db, {
      id: newId(),
      on: { workId: work.id },
      authorId: author.user.id,
      body: `Answer ${i}.`,
      parentId,
    })
  await db.destroy()
  await page.reload()
  await expect(page.getByText('Answer 1.')).toBeVisible()
  await expect(page.getByText('Answer 101.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show more replies' }).click()
  await expect(page.getByText('Answer 101.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more replies' })).toHaveCount(0)
})

test('a hidden comment stands there for its author, with the reason, and another look is asked for in place', async ({
  browser,
}) => {
  const work = await makeReleasedWork()
  const author = await registerByApi()
  const said = await fetch(`${baseUrl}/works/${work.id}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body: 'The hem is crooked on purpose' }),
  })
  const { id } = (await said.json()) as { id: string }
  const context = await browser.newContext()
  await carry(context, author)
  const page = await context.newPage()
  const visitor = await (await browser.newContext()).newPage()
  for (const one of [page, visitor]) {
    await one.goto(`/project/${work.id}`)
    await expect(one.getByText('The hem is crooked on purpose')).toBeVisible()
  }
  await asAdmin('POST', '/comments/hide', { ids: [id], reason: 'Taken for an insult' })
  await expect(visitor.getByText('The hem is crooked on purpose')).toHaveCount(0)

  const comment = page.getByRole('article').filter({ hasText: 'The hem is crooked on purpose' })
  await expect(comment.getByText('For now only you can see this comment.')).toBeVisible()
  await expect(comment.getByText('Taken for an insult')).toBeVisible()
  await expect(comment.getByRole('button', { name: 'Reply' })).toHaveCount(0)
  await expectNoViolations(page, 'a hidden comment, as its author sees it')
  await comment.getByRole('button', { name: 'Ask for another look' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for another look' })
  await dialog.getByLabel('What they should know').fill('It praises the cut')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('It is on its way.')).toBeVisible()
  const { items } = await asAdmin<{ items: { subjectId: string }[] }>('GET', '/reports?kind=appeal')
  expect(items.map(({ subjectId }) => subjectId)).toContain(id)
})

test('an address that the browser does not copy is shown, marked, to be copied by hand', async ({ page }) => {
  const work = await makeReleasedWork()
  // As on a page without TLS, which has no clipboard.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto(`/project/${work.id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy the address' })
  await expect(dialog.getByLabel('Link')).toHaveValue(`${baseUrl}/project/${work.id}`)
  await expect(dialog.getByLabel('Link')).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${baseUrl}/project/${work.id}`)
  await expectNoViolations(page, 'an address to copy by hand')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})

test('works and people are found, people followed, and their works come together', async ({ browser }) => {
  const tag = `t${Date.now().toString(36)}`
  const work = await makeReleasedWork({ title: `试穿 ${tag}` })
  const { token } = await creatorSession()
  const profiled = await fetch(`${baseUrl}/me/profile`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ website: 'https://пример.example/atelier' }),
  })
  expect(profiled.status).toBe(200)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto('/?sort=following')
  await expect(page.getByText('Sign in to see the works of those whom you follow.')).toBeVisible()
  await carry(context, await registerByApi())
  await page.goto('/')
  await page.getByLabel('Search works and creators').fill(`试穿 ${tag}`)
  await expect(page.locator('.tile')).toHaveCount(1)
  await page.getByLabel('Category').selectOption('footwear')
  await expect(page.getByText('No work has all of these words.')).toBeVisible()

  await page.getByRole('link', { name: 'Creators' }).click()
  await page.getByLabel('Search creators').fill('creator')
  await expect(page).toHaveURL(/q=creator/)
  await page.getByRole('button', { name: 'Follow creator' }).click()
  await expect(page.getByRole('button', { name: 'Unfollow creator' })).toBeVisible()
  await page.route('**/follow', (route) => route.abort())
  await page.getByRole('button', { name: 'Unfollow creator' }).click()
  await expect(page.getByText('Network Failure!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unfollow creator' }), 'as it was').toBeVisible()
  await letThrough(page, '**/follow')
  await expect(page.getByText(/^\d+ followers? · follows \d+$/).first()).toBeVisible()
  await page.getByRole('heading', { level: 2, name: 'creator' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'creator' })).toBeVisible()
  const website = page.getByRole('link', { name: 'xn--e1afmkfd.example', exact: true })
  await expect(website, 'R04 its real host').toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(website).toHaveAttribute('href', 'https://xn--e1afmkfd.example/atelier')
  await expect(page.getByRole('link', { name: work.title })).toBeVisible()
  await page.goto('/?sort=following')
  await expect(page.getByRole('link', { name: work.title })).toBeVisible()
})

test('a tag of a work leads to all works of that tag; a press takes it off', async ({ page }) => {
  const work = await makeReleasedWork({ title: `Tagged t${Date.now().toString(36)}` })
  await page.goto(`/project/${work.id}`)
  await page.getByRole('link', { name: '#test' }).click()
  await expect(page).toHaveURL('/?tag=test')
  await expect(page.getByRole('link', { name: work.title })).toBeVisible()
  await page.getByLabel('Category').selectOption('footwear')
  await expect(page).toHaveURL('/?category=footwear&tag=test')
  await expect(page.getByText('Nothing here yet.')).toBeVisible()
  await page.getByLabel('Category').selectOption('dress')
  await expect(page.getByRole('link', { name: work.title })).toBeVisible()
  await expectNoViolations(page, 'the works of a tag')
  await page.getByRole('link', { name: 'Show works without the tag test too' }).click()
  await expect(page).toHaveURL('/?category=dress')
  await expect(page.getByRole('link', { name: work.title })).toBeVisible()
  await expect(page.getByLabel('Search works and creators')).toBeFocused()
})
