import { expect, type Page } from 'playwright/test'
import { pages } from '@toile/contracts/pages.constants'
import { expectNoViolations } from './axe.js'
import { expectColumns, menu, menuOf } from './backstage-pages.js'
import { makeReleasedWork, registerVerified } from './released-work.js'
import { makeFilmedCourse, makeSharedSpin } from './media-fixtures.js'
import { announceActivity, asAdmin } from './activities.js'
import { test } from './test.js'
import {
  adminSession,
  baseUrl,
  navigateInPage,
  registerByApi,
  waitUntilLoaded,
  collectProblems,
  type Session,
} from './visitor.js'

// Opens every page in English with light colours and in Chinese with dark colours, and also signed in where a session
// changes the page. `findInChinese` lists pages without English. Expects no errors, no CSP or axe violations and, in
// Chinese, no untranslated words. Each role has one window per appearance.

test.describe.configure({ mode: 'parallel' })

const appearances = [
  { colorScheme: 'light', locale: 'en-US' },
  { colorScheme: 'dark', locale: 'zh-CN' },
] as const

const isBackstage = (path: string) => /^\/backgroundAdmin(\/|$)/.test(path)
const isSystem = (path: string) =>
  isBackstage(path) && !/^\/backgroundAdmin\/(operating|learning|activity)Center/.test(path)
const needsSession = (path: string) =>
  isBackstage(path) || /^\/(admin|upload|progress)(\/|$)|(threepassword|bind_email)$/.test(path)
/** Whether a session changes more than the header of the page. */
const differsSignedIn = (path: string) => needsSession(path) || /^\/(project|creators|activity|learning)/.test(path)

const roles: Record<string, { who: () => Promise<Session | undefined>; sees: (path: string) => boolean }> = {
  'a visitor': { who: async () => undefined, sees: (path) => !needsSession(path) },
  'a creator': {
    who: async () => (await (ownWork ??= createOwnWork())).session,
    sees: (path) => differsSignedIn(path) && !isBackstage(path),
  },
  'an administrator': { who: adminSession, sees: (path) => isBackstage(path) && !isSystem(path) },
  'an administrator of the system': { who: adminSession, sees: isSystem },
}

/** Axe rules whose result depends on the appearance. */
const colours = ['color-contrast']

/** The texts are Chinese, so that the search for untranslated words ignores them. */
const workTexts = { title: '风衣一号', intro: '练习之作。' }

/** A user with one work. No other test changes the pages of this user or this work. */
let ownWork: ReturnType<typeof createOwnWork> | undefined
async function createOwnWork() {
  const session = await registerVerified()
  const work = await makeReleasedWork({ ...workTexts, login: session.user.email })
  return { session, userId: session.user.id, ...work }
}

const CODES = '/backgroundAdmin/operatingCenter/sCode'
const TENANTS = '/backgroundAdmin/operatingCenter/tenantOperation'
const CENTER = '/backgroundAdmin/activityCenter'
const oneOfEach = {
  tiers: [{ title: '一等奖', amount: 100_000 }],
  criteria: [{ id: 'line', title: '廓形', weight: 100 }],
}

let addresses: Promise<Record<string, string[]>> | undefined

/** Addresses of pages that need content or that have several states. */
async function findAddresses(): Promise<Record<string, string[]>> {
  const [mine, ofOthers] = [await (ownWork ??= createOwnWork()), await makeReleasedWork(workTexts)]
  const activity = await announceActivity({
    title: '雨天的外套',
    summary: '淋湿了也有型。',
    rules: '<h2>题目</h2><p>滴水不沾</p>',
    ...oneOfEach,
  })
  const course = await asAdmin<{ id: string }>('POST', '/courses', { title: '立体裁剪' })
  const item = await asAdmin<{ id: string }>('POST', '/market-items', { title: '亚麻布料' })
  return {
    '/project/:id': [`/project/${ofOthers.id}`, `/project/${mine.id}`, NO_PAGE],
    '/embed/:id': [`/embed/${mine.id}`],
    '/embed/spin/:id': [`/embed/spin/${await spinOf(mine)}`],
    // learning.e2e.ts opens this page in English. findInChinese() lists the page for Chinese.
    '/learning/detail': [],
    '/compare': [`/compare?one=${mine.id}`],
    '/upload/uploadDetail': [`/upload/uploadDetail?id=${mine.uploadId}`],
    '/creators/personalPage': [`/creators/personalPage?id=${mine.userId}`],
    '/activity/activityDetail': [`/activity/activityDetail?id=${activity.id}`],
    '/static/activity/:id': [`/static/activity/${activity.id}`],
    '/social/google/login': ['/social/google/login?error=access_denied'],
    '/social/facebook/login': ['/social/facebook/login?error=access_denied'],
    [TENANTS]: [TENANTS, `${TENANTS}?tenant=${await makeTenant()}`],
    [CENTER]: [CENTER, `${CENTER}?id=${activity.id}&tab=edit`],
    '/backgroundAdmin/timeline': ['', `?kind=work&id=${mine.id}`].map((of) => `/backgroundAdmin/timeline${of}`),
    '/backgroundAdmin/userManagement': ['', `?user=${mine.userId}`].map((of) => `/backgroundAdmin/userManagement${of}`),
    [CODES]: [CODES, `${CODES}?list=batches`],
    '/backgroundAdmin/learningCenter/detail': ['', `?id=${course.id}`].map(
      (of) => `/backgroundAdmin/learningCenter/detail${of}`,
    ),
    '/backgroundAdmin/marketItems/detail': [`/backgroundAdmin/marketItems/detail?id=${item.id}`],
    '/admin/works': ['released', 'draft', 'trashed'].map((tab) => `/admin/works?tab=${tab}`),
    '/admin/notification': ['', '?tab=messages', '?tab=settings'].map((tab) => `/admin/notification${tab}`),
  }
}

let spin: Promise<string> | undefined
const spinOf = (mine: Awaited<ReturnType<typeof createOwnWork>>) =>
  (spin ??= makeSharedSpin(mine.session.user.email, mine))

let inChinese: Promise<Record<string, string[]>> | undefined

/** Pages that this file opens only in Chinese, because other tests open them in English. */
async function findInChinese(): Promise<Record<string, string[]>> {
  const mine = await (ownWork ??= createOwnWork())
  const title = '雨天的外套'
  const activity = await announceActivity({ title, summary: '淋湿了也有型。', rules: '<p>滴水不沾</p>', ...oneOfEach })
  return {
    '/learning/detail': [`/learning/detail?id=${await makeFilmedCourse('立体裁剪', '第一课')}`],
    '/admin/cloud': [`/admin/cloud?id=${await spinOf(mine)}`],
    '/backgroundAdmin/reports': [`/backgroundAdmin/reports?case=${await openCase(mine.id)}`],
    '/backgroundAdmin/queues': [`/backgroundAdmin/queues?queue=notifications&job=${await doneJob()}`],
    [CENTER]: ['new', activity.id].map((id) => `${CENTER}?id=${id}`),
  }
}

async function makeTenant(): Promise<string> {
  const tenant = { name: `织造${Date.now()}`, contact: '张三', storageBytes: 1_000_000, rendersPerMonth: 1 }
  return (await asAdmin<{ id: string }>('POST', '/tenants', tenant)).id
}

async function openCase(workId: string): Promise<string> {
  const reporter = await registerByApi()
  const headers = { authorization: `Bearer ${reporter.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ kind: 'work', id: workId, reason: '并非原创' })
  expect((await fetch(`${baseUrl}/reports`, { method: 'POST', headers, body })).status).toBe(201)
  return (await asAdmin<{ items: { id: string }[] }>('GET', `/reports?subject=${workId}`)).items[0]!.id
}

async function doneJob(): Promise<string> {
  let jobs: { id: string }[] = []
  const ask = async () => {
    jobs = (await asAdmin<{ items: { id: string }[] }>('GET', '/queues/notifications/jobs?state=completed')).items
    return jobs.length
  }
  await expect.poll(ask, 'a job that is done').toBeGreaterThan(0)
  return jobs[0]!.id
}

const NO_PAGE = '/no/such/page'
const LAW = '/agreement/agree'

const IN_DRAWER = /[?&](user|case|tenant|job)=|\/admin\/cloud\?id=/

/** Navigates within one document, so that the CSP of the first page applies to all pages and pages load fast. */
async function show(page: Page, address: string): Promise<void> {
  // navigateInPage() waits until the heading changes, but tabs of one page share their heading. So this visits another
  // page first.
  if (new URL(page.url()).pathname === address.split('?')[0]) await show(page, LAW)
  await navigateInPage(page, address)
  if (IN_DRAWER.test(address)) await expect(page.getByRole('dialog'), address).toBeVisible()
  await waitUntilLoaded(page)
  // Axe requires a focusable element in this scrollable list, so this waits until a button of the list is enabled.
  if (address.startsWith('/upload/uploadDetail'))
    await expect(page.locator('.detail-files button:enabled').last(), address).toBeVisible()
}

/** Names, formats and user content, which stay the same in every language. */
const NOT_TRANSLATED =
  /\d+\.\d+\.\d+\+[\da-f]+|mail\.send|verify_email|notify\.[A-Za-z]+|[\w.-]+@[\w.-]+|stylist[\w-]*|[Tt]oile|English|Cookie|admin|dress|test|Demo|Studio|token|userid|userDetail|creator|node|GMT|UTC|EUR|Asia\/Shanghai|Google|Facebook|CLO|Style3D|Browzwear VStitcher|Marvelous Designer|Blender|glTF|GLB|VRM|FBX|OBJ|DAE|PLY|STL|USDZ|ZIP|ZPRJ|ZPAC|SPROJ|Chrom\w*|Linux|JPEG|PNG|WebP|AVIF|GIF|MB|3D|Alt|Esc|Windows|macOS|[\da-f]{8}(-[\da-f]+){4}|MIT|SHA|WebM|MKV|MP4|MOV|XYZ|\.\w+|https?:\S+/g

/** Latin words of the interface. Code, inputs, elements with users' content and English elements are left out. */
function latinWords(page: Page): Promise<string[]> {
  return page.evaluate((pattern) => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const workTexts of copy.querySelectorAll(
      'script, style, input, textarea, tbody, code, pre, .package, .latest, :is(main, [role=dialog]) :is(a, li), option, .tile, .activity-theirs, .notification strong, .user-menu, [lang=en]',
    ))
      workTexts.remove()
    return copy.textContent.replace(new RegExp(pattern, 'g'), ' ').match(/[A-Za-z]{3,}/g) ?? []
  }, NOT_TRANSLATED.source)
}

for (const [role, { who, sees }] of Object.entries(roles))
  for (const appearance of appearances)
    test(`S16 every page is sound for ${role}, ${appearance.colorScheme} and ${appearance.locale}`, async ({
      open,
    }) => {
      const isFirstAppearance = appearance === appearances[0]
      const addressesToVisit = await (addresses ??= findAddresses())
      const more = isFirstAppearance ? {} : await (inChinese ??= findInChinese())
      const page = await open(await who(), appearance)
      const problems = collectProblems(page)
      await page.goto(LAW)
      await expect(page.locator('html'), 'before the first paint').toHaveAttribute('data-theme', appearance.colorScheme)
      if (role === 'an administrator')
        await test.step(`S11 the menu is Chinese with English beside it, in ${appearance.locale} too, two groups open`, async () => {
          await show(page, '/backgroundAdmin/operatingCenter/worksList')
          await expect.poll(() => menuOf(page)).toEqual(menu)
        })
      for (const path of pages.filter(sees))
        for (const address of [...(addressesToVisit[path] ?? [path]), ...(more[path] ?? [])]) {
          await show(page, address)
          // In the second appearance, a page that the first appearance has checked needs only the colour rules.
          await expectNoViolations(
            page,
            address,
            isFirstAppearance || more[path]?.includes(address) ? undefined : colours,
          )
          if (isFirstAppearance) await expectColumns(page, address)
          else expect.soft(await latinWords(page), address).toEqual([])
          if (address !== NO_PAGE) expect.soft(await page.title(), address).not.toMatch(/^(Page not found|页面不存在)/)
          expect.soft(problems.splice(0), address).toEqual([])
        }
      await page.evaluate(() => document.body.append(Object.assign(document.createElement('script'), { text: '0' })))
      await expect.poll(() => problems.length, 'a break of the policy is seen').toBe(1)
    })
