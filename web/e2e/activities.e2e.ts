import { readFile } from 'node:fs/promises'
import type { Activity } from '@toile/contracts/activities/activities'
import { expect, type Page } from 'playwright/test'
import { announceActivity, begin } from './activities.js'
import { giveAward, createActivity, partsOf } from './activity-form.js'
import { expectNoViolations } from './axe.js'
import { unroute } from './unroute.js'
import { makeReleasedWork, registerVerified } from './released-work.js'
import { test } from './test.js'
import { adminSession, baseUrl, creatorSession, uniqueName, collectProblems } from './visitor.js'

// Runs a complete activity in a short time by moving its dates. Also tests the countdown's clock and the rules' editor.

const detail = (id: string, tab?: string) => `/activity/activityDetail?id=${id}${tab ? `&tab=${tab}` : ''}`
const phase = (page: Page) => page.locator('.activity-page .phase-chip')

async function expectAccessible(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expectNoViolations(page, page.url())
}

test('an activity runs from its announcement to its winner’s bonus', async ({ open }) => {
  const [ann, juror] = await Promise.all([registerVerified(), creatorSession()])
  const coat = await makeReleasedWork({ title: 'Storm shell', login: ann.user.email })
  const cape = await makeReleasedWork({ title: 'Night cape', login: ann.user.email })
  const inBerlin = { timezoneId: 'Europe/Berlin' }
  const desk = await open(await adminSession(), inBerlin)
  const backstageProblems = collectProblems(desk)
  const title = `A coat for rain ${uniqueName()}`
  const { id, rules } = await createActivity(desk, { title, juror: juror.user.name })
  const page = await open(ann, inBerlin)
  const problems = collectProblems(page)

  await page.goto('/activity')
  await page.getByRole('link', { name: title }).first().click()
  await expect(phase(page)).toHaveText('Upcoming')
  await expect(page.locator('.activity-page .rich-text')).toContainText('Out of bounds')
  expect(await partsOf(page, '.activity-page .rich-text')).toEqual(rules)
  expect(rules).toEqual([
    ['h2', 'The brief'],
    ['li', 'Water runs off it'],
    ['li', 'www.example.org/rain'],
    ['a', 'https://www.example.org/rain'],
    ['img', 'Rain on cloth'],
    ['h2', 'Out of bounds'],
    ['strong', 'wax'],
  ])
  await expect(page.locator('.activity-summary')).toHaveText('One garment that keeps its line when it is wet.')
  expect(await page.evaluate(() => 'bad' in window)).toBe(false)
  await expect(page.getByText('Activity time zone: China Standard Time (Asia/Shanghai)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register' })).toBeDisabled()
  await page.getByRole('button', { name: 'Why can’t I take part?' }).click()
  await expect(page.getByRole('dialog').getByText('Registration hasn’t opened yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'dark')

  await begin(id, 'registrationStartsAt')
  await expect(phase(page)).toHaveText('Registration open')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText(/You registered on/)).toBeVisible()

  await begin(id, 'registrationEndsAt')
  await expect(phase(page)).toHaveText('Submission open')
  await page.getByRole('button', { name: 'Submit a work' }).click()
  await page.getByLabel('Storm shell').check()
  await page.getByLabel('Night cape').check()
  await page.getByRole('button', { name: 'Submit 2 works' }).click()
  await expect(page.locator('.my-entry')).toHaveCount(2)
  await page.getByRole('button', { name: 'Verify receipt of Storm shell' }).click()
  await expect(page.getByText('Genuine. The entry is in the contest, unchanged.')).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download receipt of Storm shell' }).click()
  const receipt = await readFile(await (await coming).path(), 'utf8')
  await expectAccessible(page, 'light')

  const stranger = await open()
  await stranger.goto(detail(id))
  await expect(
    stranger.getByText('You have missed the registration time and cannot participate in the activity'),
  ).toBeVisible()
  await stranger.goto('/static/act-intro')
  const check = (text: string) =>
    stranger.getByTestId('receipt-file').setInputFiles({
      name: 'receipt.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
  await check(receipt)
  await expect(stranger.getByText('Genuine. The entry is in the contest, unchanged.')).toBeVisible()
  await check(receipt.replaceAll(coat.id, cape.id))
  await expect(stranger.getByText(/Not genuine/)).toBeVisible()
  await stranger.goto(`/static/activity/${id}`)
  await expectAccessible(stranger, 'dark')

  // The jury does not see creators. Complete scores are saved automatically.
  await begin(id, 'submissionEndsAt')
  await expect(phase(page)).toHaveText('In review')
  const room = await open(juror)
  await room.goto(detail(id, 'jury'))
  await expect(room.getByText('0 of 2 works scored')).toBeVisible()
  await expect(room.locator('.score-panel').getByText('Creator hidden until the awards')).toBeVisible()
  // Incomplete scores are not sent, but they survive a reload.
  await room.getByRole('spinbutton', { name: 'Line' }).fill('7')
  await room.reload()
  await expect(room.getByRole('spinbutton', { name: 'Line' })).toHaveValue('7')
  for (const given of ['1 of 2', '2 of 2']) {
    const points = (await room.locator('.score-panel h2').textContent()) === 'Storm shell' ? 90 : 60
    for (const criterion of ['Line', 'Cloth'])
      await room.getByRole('spinbutton', { name: criterion }).fill(String(points))
    await expect(room.getByText('Saved', { exact: true })).toBeVisible()
    await expect(room.getByText(`${given} works scored`)).toBeVisible()
    await room.getByRole('button', { name: 'Next work' }).click()
  }
  await expectAccessible(room, 'dark')

  await begin(id, 'reviewEndsAt')
  await expect(phase(page)).toHaveText('Awarding')
  await page.getByRole('link', { name: 'Winners' }).click()
  await expect(page.getByText('The review is complete. The awards come next.')).toBeVisible()
  await giveAward(desk, id, [/^1Storm shell .*€700$/, /^2Night cape .*€300$/])
  await expectAccessible(desk, 'light')
  await desk.goto(`/backgroundAdmin/audit?subject=${id}`)
  const log = desk.getByRole('table')
  await expect(log, 'in words, part by part').toContainText(
    /winners\s*empty → work \S+, rank 1, award First prize, bonus \(minor units\) 70,000; /,
  )
  await expect(log).toContainText(/prizes\s*title First prize, amount \(minor units\) 70,000; title Second/)
  await expect(log).not.toContainText(/[{[]"|<\w/)
  await expectAccessible(desk, 'light')
  // Chrome logs this message for every event handler attribute that it parses, even in a document that runs no scripts.
  expect(backstageProblems.filter((problem) => !problem.startsWith('Executing inline event handler'))).toEqual([])
  await expect(page.locator('.podium-step').first()).toContainText('Storm shell')
  await expect(page.locator('.podium-step').first()).toContainText('€700')
  await expect(page.getByRole('row', { name: /Night cape/ })).toContainText('60.0')
  await expectAccessible(page, 'dark')

  await page.goto(`/creators/personalPage?id=${ann.user.id}&tab=activities`)
  await expect(page.getByRole('row', { name: /Storm shell/ })).toContainText('First prize €700')
  await expectAccessible(page, 'light')
  await page.goto('/admin/works')
  await page.getByRole('button', { name: 'Move to trash: Storm shell' }).click()
  await expect(page.getByText('Winning works are not allowed to be deleted.')).toBeVisible()

  // The browser logs the expected refusal (409) as an error.
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
})

test('the countdown uses the server’s clock, and rules are sanitised again in the browser', async ({ page }) => {
  const activity = await announceActivity({ registrationStartsAt: new Date(Date.now() + 1_800_000).toISOString() })
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    Object.assign(window, { shiftMs: 3 * 3_600_000 })
    Date.now = () => now() + (window as unknown as { shiftMs: number }).shiftMs
  })
  const setClock = (shiftMs: number) => page.evaluate((to) => Object.assign(window, { shiftMs: to }), shiftMs)
  let beforeAnswer: (() => Promise<unknown>) | undefined
  // This simulates a bypass of the server's sanitiser.
  await page.route(`**/activities/${activity.id}`, async (route) => {
    const fetched = (await (await route.fetch()).json()) as Activity
    await beforeAnswer?.()
    beforeAnswer = undefined
    const rules = `<p>Fine</p><img src=x onerror="bad=1"><a href="javascript:bad=1">x</a><script>bad=1</script>`
    await route.fulfill({ json: { ...fetched, rules } })
  })
  await page.goto(`${baseUrl}${detail(activity.id)}`)
  const shownSeconds = async () => {
    const parts = await page.getByTestId('countdown').locator('dd').allTextContents()
    return parts.reduce((sum, part, i) => sum + Number(part) * [86_400, 3_600, 60, 1][i]!, 0)
  }
  const leftSeconds = () => (Date.parse(activity.registrationStartsAt) - Date.now()) / 1_000
  const expectRight = () => expect.poll(async () => Math.abs((await shownSeconds()) - leftSeconds())).toBeLessThan(2.5)
  await expect(page.getByTestId('countdown')).toBeVisible()
  await expectRight()
  // Until the page notices the jump, it shows the right time from before, so the answer to its request is awaited.
  const setClockAndWait = (shiftMs: number) =>
    Promise.all([page.waitForResponse(`**/activities/${activity.id}`), setClock(shiftMs)])
  await setClockAndWait(-7_200_000)
  await expectRight()
  beforeAnswer = () => setClock(-3_600_000)
  await setClockAndWait(0)
  await expectRight()

  await expect(page.locator('.rich-text')).toHaveText('Finex')
  await expect(page.locator('.rich-text :is(img, script, [href])')).toHaveCount(0)
  expect(await page.evaluate(() => 'bad' in window)).toBe(false)
  await unroute(page)
})

test('text typed before the editor has loaded counts as unsaved and is kept, with the caret', async ({
  open,
  admin,
}) => {
  const page = await open(admin)
  await page.goto('/backgroundAdmin/activityCenter?id=new')
  const rules = page.getByRole('textbox', { name: 'Rules' })
  await expect(rules).toBeVisible()
  // The leave dialog is also loaded on demand, so it must be loaded before scripts are held back.
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Bias')
  const leave = () => page.getByRole('link', { name: 'Works', exact: true }).first().click()
  const stay = page.getByRole('button', { name: 'Stay on this page' })
  await leave()
  await stay.click()
  await title.fill('')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.getByText('Rules', { exact: true }).click()
  await page.keyboard.type('Bia')
  await leave()
  await stay.click()
  await page.getByText('Rules', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.type('s')
  await page.keyboard.press('Enter')
  await page.keyboard.type('seams')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('ControlOrMeta+x')
  await page.keyboard.type('hems, ')
  await page.keyboard.press('ControlOrMeta+v')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  release()
  await expect(page.getByRole('toolbar', { name: 'Formatting: Rules' })).toBeVisible()
  await expect(rules).toBeFocused()
  await page.keyboard.type(' cut')
  await expect(rules.locator('p')).toHaveText(['Bias cut', 'hems, seams'])
  await leave()
  await expect(stay).toBeFocused()
  await unroute(page)
})
