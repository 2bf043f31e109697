import { expect, type Page } from 'playwright/test'
import { MAX_COMMENT_LENGTH } from '@toile/contracts/comments/comments.constants'
import { profileLimits } from '@toile/contracts/users/users.constants'
import { MAX_INTRO_LENGTH, MAX_TAG_LENGTH, MAX_TAGS, titleLength } from '@toile/contracts/works/works.constants'
import { activityLimits } from '@toile/contracts/activities/activities.constants'
import { MAX_BATCH_NOTE_LENGTH } from '@toile/contracts/software/codes.constants'
import { MAX_TENANT_CONTACT_LENGTH, tenantNameLength } from '@toile/contracts/tenants/tenants.constants'
import { announceActivity, asAdmin } from './activities.js'
import { tableAddresses } from './backstage-pages.js'
import { makeReleasedWork } from './released-work.js'
import { test } from './test.js'
import { baseUrl } from './visitor.js'

/** Returns the start of each element's HTML whose text overflows it, and 'the page' if the page scrolls sideways. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3, p, dd, td, bdi)')]
    const wide = boxes.filter((box) => {
      const { overflowX, display } = getComputedStyle(box)
      if (display === 'inline' || overflowX !== 'visible' || box.closest('.visually-hidden')) return false
      return box.scrollWidth > box.clientWidth + 1
    })
    const root = document.documentElement
    return [...wide.map((box) => box.outerHTML.slice(0, 120)), ...(root.scrollWidth > innerWidth ? ['the page'] : [])]
  })

test('user text wraps, however long its words, and keeps its direction', async ({ open, person, admin }) => {
  const page = await open(person)
  const longest = (letter: string, length: number) => letter.repeat(length)
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
    const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) })
    expect(response.ok, `${path}: ${response.ok ? '' : await response.text()}`).toBe(true)
  }
  const login = person.user.email!
  const long = await makeReleasedWork({
    login,
    title: longest('W', titleLength.max),
    intro: longest('m', MAX_INTRO_LENGTH),
  })
  const arabic = await makeReleasedWork({ login, title: 'فستان صيفي 2026!', intro: 'قماش خفيف (100%).' })
  const nickname = longest('Ŵ', profileLimits.maxNicknameLength - 8) + Date.now().toString(36)
  const { maxOccupationLength, maxCompanyLength, maxLocationLength, maxDescriptionLength } = profileLimits
  await send('PATCH', '/me/profile', {
    nickname,
    occupation: longest('W', maxOccupationLength),
    company: longest('W', maxCompanyLength),
    location: longest('W', maxLocationLength),
    description: longest('W', maxDescriptionLength),
  })
  const tags = Array.from({ length: MAX_TAGS }, (_, i) => longest('W', MAX_TAG_LENGTH - 1) + i)
  await send('PATCH', `/works/${long.id}`, { tags })
  await send('POST', `/works/${long.id}/comments`, { body: longest('W', MAX_COMMENT_LENGTH) })
  await send('POST', `/works/${arabic.id}/comments`, { body: 'שלום, יפה מאוד!' })
  for (const path of [`/project/${long.id}`, `/creators/personalPage?id=${person.user.id}`, '/admin/profile', '/'])
    await test.step(path, async () => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(await tooWide(page)).toEqual([])
    })
  const backstage = await open(admin)
  await announceActivity({ title: longest('W', activityLimits.maxTitleLength) })
  const tenant = longest('W', tenantNameLength.max - 8) + Date.now().toString(36)
  await asAdmin('POST', '/tenants', {
    name: tenant,
    contact: longest('W', MAX_TENANT_CONTACT_LENGTH),
    storageBytes: 1,
    rendersPerMonth: 1,
  })
  await asAdmin('POST', '/s-codes', { days: 1, count: 1, note: longest('W', MAX_BATCH_NOTE_LENGTH) })
  const { entries, comments, tenants, works, activities } = tableAddresses
  for (const address of [entries, comments, tenants, works, activities, tableAddresses['s-codes']])
    await test.step(address, async () => {
      await backstage.goto(address)
      await backstage.waitForLoadState('networkidle')
      expect(await tooWide(backstage)).toEqual([])
    })
  await page.goto(`/project/${arabic.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl')
  await expect(page.getByText('שלום')).toHaveCSS('direction', 'rtl')
  await expect(page.getByText(nickname).first()).toHaveCSS('direction', 'ltr')
})
