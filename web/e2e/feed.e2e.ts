import type { WorkCard } from '@toile/contracts/works/works'
import { expect } from 'playwright/test'
import { expectNoViolations } from './axe.js'
import { unroute } from './unroute.js'
import { createUser } from './users.js'
import { makeReleasedWork } from './released-work.js'
import { test } from './test.js'
import { baseUrl, setSessionCookies } from './visitor.js'

test('a like in the feed shows at once and on the work’s page, and is undone when the server fails', async ({
  page,
  context,
}) => {
  const work = await makeReleasedWork({ title: `Liked t${Date.now().toString(36)}` })
  const feed = `/?q=${encodeURIComponent(work.title)}`
  const like = page.getByRole('button', { name: `Like ${work.title}` })
  await page.goto(feed)
  await like.click()
  await expect(page).toHaveURL(/\/login\/signin/)
  expect(new URL(page.url()).searchParams.get('backUrl')).toBe(feed)
  const signUp = page.locator('main').getByRole('link', { name: 'Sign up' })
  await expect(signUp).toHaveAttribute('href', `/login/register${new URL(page.url()).search}`)

  await setSessionCookies(context, await createUser({ verified: false }))
  await page.goto(feed)
  await expect(like).toHaveText(/0$/)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/like', async (route) => {
    await held
    await route.continue()
  })
  await like.click()
  await expect(like, 'before the server has answered').toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText(/1$/)
  const response = page.waitForResponse('**/like')
  release()
  expect((await response).status()).toBe(200)

  await unroute(page, '**/like')
  await page.route('**/like', (route) => route.abort())
  await like.click()
  await expect(page.getByText('request server failed!')).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText(/1$/)
  await expect(page, 'the link of the tile lies below').toHaveURL(feed)
  await page.getByRole('link', { name: work.title }).click()
  await expect(page).toHaveURL(`/project/${work.id}`)
  await unroute(page, '**/like')
  // Matches only the button on the work's page, not the tile's button 'Like title', which remains until the page loads.
  const onThePage = page.getByRole('button', { name: /^Like\s*\d/ })
  await onThePage.click()
  await expect(onThePage).toHaveText('Like0')
  await page.goBack()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(like).toHaveText(/0$/)
})

test('finds works and users, follows a user and lists their works; a tag leads to its works', async ({
  page,
  context,
  creator,
}) => {
  const tag = `t${Date.now().toString(36)}`
  const work = await makeReleasedWork({ title: `试穿 ${tag}` })
  const profiled = await fetch(`${baseUrl}/me/profile`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${creator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ website: 'https://пример.example/atelier' }),
  })
  expect(profiled.status).toBe(200)
  await page.goto('/?sort=following')
  await expect(page.getByText('Sign in to see works by creators you follow.')).toBeVisible()
  await setSessionCookies(context, await createUser({ verified: false }))
  await page.goto('/')
  await page.getByLabel('Search works and creators').fill(`试穿 ${tag}`)
  await expect(page.locator('.tile')).toHaveCount(1)
  await page.getByLabel('Category').selectOption('footwear')
  await expect(page.getByText('No works match all of these words.')).toBeVisible()

  await page.getByRole('link', { name: 'Creators' }).click()
  await page.getByLabel('Search creators').fill('creator')
  await expect(page).toHaveURL(/q=creator/)
  await page.getByRole('button', { name: 'Follow creator' }).click()
  await expect(page.getByRole('button', { name: 'Unfollow creator' })).toBeVisible()
  await page.route('**/follow', (route) => route.abort())
  await page.getByRole('button', { name: 'Unfollow creator' }).click()
  await expect(page.getByText('Network Failure!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unfollow creator' }), 'as it was').toBeVisible()
  await unroute(page, '**/follow')
  await expect(page.getByText(/^\d+ followers? · \d+ following$/).first()).toBeVisible()
  await page.getByRole('heading', { level: 2, name: 'creator' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'creator' })).toBeVisible()
  const website = page.getByRole('link', { name: 'xn--e1afmkfd.example', exact: true })
  await expect(website, 'R04 its real host').toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(website).toHaveAttribute('href', 'https://xn--e1afmkfd.example/atelier')
  await expect(page.getByRole('link', { name: work.title })).toBeVisible()
  await page.goto('/?sort=following')
  await page.getByRole('link', { name: work.title }).click()

  await test.step('a press removes a tag', async () => {
    await page.getByRole('link', { name: '#test' }).click()
    await expect(page).toHaveURL('/?tag=test')
    await expect(page.getByRole('link', { name: work.title })).toBeVisible()
    await page.getByLabel('Category').selectOption('footwear')
    await expect(page).toHaveURL('/?category=footwear&tag=test')
    await expect(page.getByText('No works here yet.')).toBeVisible()
    await page.getByLabel('Category').selectOption('dress')
    await expect(page.getByRole('link', { name: work.title })).toBeVisible()
    await expectNoViolations(page, 'the works of a tag')
    await page.getByRole('link', { name: 'Clear tag test' }).click()
    await expect(page).toHaveURL('/?category=dress')
    await expect(page.getByRole('link', { name: work.title })).toBeVisible()
    await expect(page.getByLabel('Search works and creators')).toBeFocused()
  })
})

test('a cover that does not load leaves a plain placeholder that fills its tile', async ({ page }) => {
  const work = await makeReleasedWork({ title: `Lost t${Date.now().toString(36)}` })
  await page.route('**/works?*', async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = (await response.json()) as { items: WorkCard[] }
    const covers = items.map(({ cover, ...item }) => ({ ...item, cover: { ...cover!, ...lostCover } }))
    await route.fulfill({ response, json: { items: covers, ...rest } })
  })
  let lose = () => {}
  const held = new Promise<void>((resolve) => (lose = resolve))
  await page.route('**/lost.*', async (route) => {
    await held
    await route.abort()
  })
  await page.goto(`/?q=${encodeURIComponent(work.title)}`)
  const image = page.locator('.tile-cover img')
  await expect(image).toHaveCSS('background-image', /^url\("data:image\/bmp;/)
  lose()
  await expect(image).toHaveAttribute('data-missing')
  await expect(image).toHaveCSS('background-image', 'none')
  expect(await image.boundingBox()).toEqual(await page.locator('.tile-cover').boundingBox())
})

/** As processed covers have it: in two formats, of which one is a `source` beside the image. */
const lostCover = {
  blurhash: '9~Eyb[~q',
  variants: (['webp', 'jpeg'] as const).map((format) => ({
    name: `1x.${format}`,
    width: 308,
    height: 410,
    format,
    url: `/lost.${format}`,
  })),
}
