import { expect, type Page } from 'playwright/test'
import { makeReleasedWork } from './released-work.js'
import { test } from './test.js'
import { adminSession, setSessionCookies, navigateInPage } from './visitor.js'

// Search fields follow the address only on navigation, never while the user types.

const PEOPLE = '/backgroundAdmin/userManagement'
const searches = {
  '/': 'Search works and creators',
  '/creators': 'Search creators',
  '/static/official-market': 'Search the market',
  [PEOPLE]: 'Name, email or ID',
}
/** This pause is longer than the typing debounce. */
const PAUSE_MS = 5_000

async function expectAsked(page: Page, words: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).searchParams.get('q'), { message: page.url() }).toBe(words)
}

test('words typed into the middle of a search stay in place', async ({ open, admin }) => {
  const page = await open(admin)
  await page.goto('/agreement/agree')
  for (const [address, label] of Object.entries(searches)) {
    await navigateInPage(page, `${address}?q=linecoat`)
    const field = page.getByLabel(label)
    await field.focus()
    await page.keyboard.press('Home')
    for (const _ of 'line') await page.keyboard.press('ArrowRight')
    await field.pressSequentially('n rain', { delay: 20 })
    await expectAsked(page, 'linen raincoat')
    await expect(field, address).toHaveValue('linen raincoat')
    await page.keyboard.type(' and ')
    await expectAsked(page, 'linen rain and coat')
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `${address}?q=other`)
    await expect(field).toHaveValue('other')
  }
})

test('an input method composes in a search, and unfinished compositions are not searched', async ({
  page,
  context,
}) => {
  await setSessionCookies(context, await adminSession())
  const asked = new Set<string | null>()
  page.on('request', (request) => asked.add(new URL(request.url()).searchParams.get('q')))
  await page.clock.install()
  const keyboard = await context.newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  for (const [address, label] of Object.entries(searches)) {
    await page.goto(address)
    const field = page.getByLabel(label)
    await field.focus()
    for (const half of ['s', 'sh', 'shi']) await compose(half)
    await expect(field).toHaveValue('shi')
    await page.clock.fastForward(PAUSE_MS)
    await compose('shi chuan')
    await keyboard.send('Input.insertText', { text: '试穿' })
    await expect(field, address).toHaveValue('试穿')
    await page.clock.fastForward(PAUSE_MS)
    await expectAsked(page, '试穿')
  }
  expect([...asked].filter(Boolean)).toEqual(['试穿'])
})

test('leaving a search field searches at once, before a clicked link navigates', async ({ page }) => {
  await page.clock.install()
  await page.goto('/static/official-market')
  const field = page.getByLabel(searches['/static/official-market'])
  await expect(field).toBeVisible()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await field.fill('linen')
  await field.press('Tab')
  await expectAsked(page, 'linen')
})

test('results on the home page stay until the next answer arrives', async ({ page }) => {
  const word = `overlock${Date.now()}`
  await makeReleasedWork({ title: word })
  await page.goto(`/?q=${word}`)
  const found = page.getByRole('list', { name: 'Works', exact: true })
  await expect(found.getByRole('link', { name: word })).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/works\?/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel(searches['/']).fill(`${word} that nobody made`)
  await expectAsked(page, `${word} that nobody made`)
  await expect(found).toHaveAttribute('aria-busy', 'true')
  await expect(found.getByRole('link', { name: word })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  release()
  await expect(page.getByText('No works match all of these words.')).toBeVisible()
  await expect(found).toHaveCount(0)
})

test('a table’s date can be typed key by key', async ({ page, context }) => {
  await setSessionCookies(context, await adminSession())
  await page.goto('/backgroundAdmin/audit')
  const from = page.getByLabel('From')
  await from.focus()
  await page.keyboard.type('2026-03-05', { delay: 50 })
  // The first Tab leads to the end of the range, which stays empty. The second Tab leaves the range.
  for (let i = 0; i < 2; i++) await page.keyboard.press('Tab')
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2026-03-05')
  await expect(from).toHaveValue('2026-03-05')
})
