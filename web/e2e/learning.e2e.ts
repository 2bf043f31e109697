import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Browser, type Page } from 'playwright/test'
import type { Course, CourseVideo } from '@toile/contracts/courses'
import { newId } from '@toile/contracts/ids'
import type { MarketAccess } from '@toile/contracts/market.constants'
import { inTransaction } from '@toile/db/client'
import { insertBatch } from '@toile/db/queries/codes-office'
import { insertMarketItem, showMarketItem } from '@toile/db/queries/market-office'
import { findLogin } from '@toile/db/queries/users'
import { makeCode } from '@toile/runtime/s-codes'
import { makeSentFile } from '@toile/testing/courses'
import { makeReadyUpload } from '@toile/testing/factories'
import { makeClip } from '@toile/testing/videos'
import sharp from 'sharp'
import { callApi, type Api } from '../../infra/cli/api.js'
import { sentAndReady } from '../../infra/demo/works.js'
import { clock } from '../src/features/videos/clock.js'
import { openItsDb, openItsStore } from './running.js'
import {
  asCreator,
  baseUrl,
  carry,
  creatorSession,
  registerByApi,
  signInByApi,
  watchForProblems,
  type Session,
} from './visitor.js'

const admin = () => signInByApi('admin@toile.local', process.env['DEMO_ADMIN_PASSWORD'] ?? '')

/** A course made by the form of the back office, with formatted text, and given films; published by its button. */
async function makeCourse(browser: Browser, title: string): Promise<Course> {
  const context = await browser.newContext()
  await carry(context, await admin())
  const page = await context.newPage()
  const problems = watchForProblems(page)
  await page.goto('/backgroundAdmin/learningCenter')
  await page.getByRole('button', { name: 'New course' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New course' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('button', { name: 'Create course' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('link', { name: /学习中心/ })).toHaveAttribute('aria-current', 'page')
  expect(await page.evaluate(() => localStorage.getItem('videoCollectionTitle'))).toBe(title)
  await page.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('Cut on the ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('bias')
  // What is not saved is not left unasked.
  await page.getByRole('link', { name: '← Courses' }).click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await giveFilms(new URL(page.url()).searchParams.get('id')!)
  const published = page.waitForResponse(/\/publish$/)
  await page.getByRole('button', { name: 'Publish' }).click()
  const course = (await (await published).json()) as Course
  expect(problems).toEqual([])
  await context.close()
  return course
}

/** Two films for a course, sent and encoded as an administrator does it. */
async function giveFilms(id: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toile-course-'))
  const db = openItsDb()
  try {
    const { token, user } = await admin()
    const api: Api = { url: baseUrl, token, signal: AbortSignal.timeout(60_000) }
    for (const [name, seconds] of Object.entries({ Cutting: 60, Sewing: 3 })) {
      const clip = { size: '320x180', rate: 10, seconds, silent: true }
      const file = await makeClip(folder, `${newId()}.mp4`, clip)
      const upload = await sentAndReady(db, api, user.id, file, 'video')
      const chapters = seconds > 5 ? [0, 10].map((at) => ({ seconds: at, title: `From second ${at}` })) : []
      const body = { uploadId: upload.id, title: name, chapters }
      const video = await callApi<CourseVideo>(api, 'POST', `/backstage/courses/${id}/videos`, { body })
      const captions = path.join(folder, `${newId()}.vtt`)
      writeFileSync(captions, 'WEBVTT\n\n00:10.000 --> 01:00.000\nCut on the bias\n')
      if (chapters.length === 0) continue
      const sent = await sentAndReady(db, api, user.id, captions, 'file')
      const told = { body: { uploadId: sent.id, label: 'English' } }
      await callApi(api, 'PUT', `/backstage/courses/${id}/videos/${video.id}/captions/en`, told)
    }
  } finally {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How far the server knows the demo creator to be. */
async function toldSeconds(courseId: string): Promise<number> {
  const headers = { authorization: `Bearer ${(await creatorSession()).token}` }
  const course = (await (await fetch(`${baseUrl}/courses/${courseId}`, { headers })).json()) as Course
  return course.progress?.seconds ?? 0
}

const secondsOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

test('a course is watched, gone on with elsewhere, and spoken of at a second', async ({ browser }) => {
  const course = await makeCourse(browser, `Bias ${Date.now()}`)
  const context = await browser.newContext()
  await asCreator(context)
  const page = await context.newPage()
  const problems = watchForProblems(page)
  await page.goto('/learning')
  await page
    .getByRole('article')
    .filter({ hasText: course.title })
    .getByRole('link', { name: 'Start watching' })
    .click()
  await page.getByText('About this course').click()
  await expect(page.locator('.lesson-about strong')).toHaveText('bias')
  await page.getByRole('button', { name: 'Play Cutting' }).click()
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Chapter From second 10, at 0:10' }).click()
  await expect(page.locator('.player-captions')).toHaveText('Cut on the bias')
  await page.getByLabel('Captions').selectOption('')
  await expect(page.locator('.player-captions')).toHaveCount(0)
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  const stopped = await secondsOf(page)
  expect(stopped).toBeGreaterThanOrEqual(10)
  await expect.poll(() => toldSeconds(course.id)).toBeCloseTo(stopped, 0)
  await page.getByRole('button', { name: `Comment at ${clock(stopped)}` }).click()
  const text = 'Which way does the grain run?'
  await page.getByLabel('Your comment').fill(text)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.locator('.comment-list').getByText(text)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible()

  // Another device of the same person.
  const elsewhere = await browser.newContext()
  await asCreator(elsewhere)
  const other = await elsewhere.newPage()
  await other.goto('/learning')
  await other.getByRole('region', { name: 'Continue watching' }).getByRole('link', { name: course.title }).click()
  await other.getByRole('button', { name: `Continue at ${clock(stopped)}` }).click()
  await expect.poll(() => secondsOf(other)).toBeGreaterThan(stopped - 0.2)
  await other.getByRole('button', { name: 'Chapter From second 0, at 0:00' }).click()
  await expect.poll(() => secondsOf(other)).toBeLessThan(5)
  await other
    .locator('.comment-list')
    .getByRole('button', { name: `At ${clock(stopped)}` })
    .click()
  await expect.poll(() => secondsOf(other)).toBeGreaterThan(9)
  await other.locator('video').evaluate((video: HTMLVideoElement) => void (video.currentTime = 59.5))
  // What is offered at the end begins by itself, eight seconds later.
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Sewing', { timeout: 30_000 })
  const first = other.getByRole('navigation', { name: 'Videos of this course' }).getByRole('listitem').first()
  await expect(first.getByText('Watched')).toBeVisible()
  expect(problems).toEqual([])
  await elsewhere.close()
  await context.close()

  // A visitor reads, and is asked to sign up.
  const visitor = await browser.newPage()
  await visitor.goto(`/learning/detail?id=${course.id}`)
  await expect(visitor.getByText(text)).toBeVisible()
  await visitor.getByRole('link', { name: 'Sign up to comment' }).click()
  await expect(visitor).toHaveURL(/\/login\/register\?backUrl=/)
  await visitor.close()
})

/** A published item of the market; its pictures are there, its file holds `text`. */
async function makeItem(title: string, text: string, access: MarketAccess = 'free'): Promise<string> {
  const db = openItsDb()
  const owner = (await findLogin(db, 'admin@toile.local'))!
  const id = newId()
  const cover = sharp({ create: { width: 308, height: 410, channels: 3, background: '#8a6f5a' } }).webp()
  await inTransaction(db, async (trx) => {
    const { coverId } = await makeReadyUpload(trx, owner)
    const { key } = await trx
      .selectFrom('image_variants')
      .innerJoin('files', 'files.id', 'image_variants.file_id')
      .select('files.key')
      .where('image_id', '=', coverId)
      .executeTakeFirstOrThrow()
    await (await openItsStore()).put(key, await cover.toBuffer(), { contentType: 'image/webp' })
    const file = { formats: ['SBSAR'], textures_px: [4096, 2048, 2048] }
    const upload_id = await makeSentFile(trx, await openItsStore(), owner, 'Linen 8 oz.sbsar', Buffer.from(text))
    const about = { title, intro: 'Washed linen.', category: 'fabric' as const, licence: 'Free for your own garments.' }
    await insertMarketItem(trx, id, { ...about, access, ...file, upload_id, image_ids: [coverId] })
    await showMarketItem(trx, id, true)
  })
  await db.destroy()
  return id
}

test('an item of the market is found, looked into, and taken; in the desktop software nothing stands around it', async ({
  page,
  context,
}) => {
  const title = `Linen ${Date.now()}`
  await makeItem(title, 'threads')
  const problems = watchForProblems(page)
  await page.goto('/static/official-market')
  await page.getByLabel('Search the market').fill(title)
  await page.getByRole('link', { name: title }).click()
  const sheet = page.getByRole('dialog', { name: title })
  for (const said of ['SBSAR', 'No mesh', '1 × 4,096 px, 2 × 2,048 px', '7 B', 'Free for your own garments.'])
    await expect(sheet.getByText(said)).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Sign in to download' })).toBeVisible()
  await asCreator(context)
  await page.reload()
  const begun = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Download' }).click()
  const download = await begun
  expect(download.suggestedFilename()).toBe('Linen 8 oz.sbsar')
  expect(readFileSync(await download.path(), 'utf8')).toBe('threads')
  await expect(sheet.getByText('1 download')).toBeVisible()
  expect(problems).toEqual([])

  await page.route('**/market/items/*/download', (route) => route.fulfill({ status: 500, json: {} }))
  await sheet.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText('get download links failed, please try again later')).toBeVisible()
  await page.route(/\/market\/items(\?|$)/, (route) => route.fulfill({ status: 422, json: {} }))
  await page.goto('/static/official-market')
  await expect(page.getByText('load failed, please retry later')).toBeVisible()
  await page.unroute(/\/market\/items(\?|$)/)
  await page.route(/\/market\/items(\?|$)/, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('internal server error')).toBeVisible()
  await page.unroute(/\/market\/items(\?|$)/)

  const inStudio = await page.goto('/static/official-market?embed=studio')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  // Its own list of who may frame it; nobody, unless the operator says so.
  expect(inStudio!.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/embed=studio/)
})

test('in the desktop software, signing in and exchanging a code are other windows; the market knows it by itself', async ({
  page,
  context,
}) => {
  const title = `Denim ${Date.now()}`
  await makeItem(title, 'threads', 'entitled')
  await page.goto('/static/official-market?embed=studio')
  await page.getByRole('link', { name: title }).click()
  const sheet = page.getByRole('dialog', { name: title })
  const opened = async (name: string) => {
    const popup = page.waitForEvent('popup')
    await sheet.getByRole('link', { name }).click()
    return popup
  }
  const signIn = await opened('Sign in to download')
  await expect(signIn).toHaveURL(/\/login\/signin\?backUrl=%2Fstatic%2Fofficial-market%3Fitem%3D/)
  const ann = await registerByApi()
  await carry(context, ann)
  // As when its window is shown again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(await opened('Enter a code')).toHaveURL('/admin/software?tab=codes')
  await redeemDays(ann)
  await expect(sheet.getByRole('button', { name: 'Download' })).toBeVisible()
  await expect(page).toHaveURL(/embed=studio/)

  await page.goto('/admin/software?tab=list')
  await page.getByRole('link', { name: `See ${title} in the market` }).click()
  await expect(sheet.getByRole('button', { name: 'Download' })).toBeVisible()
})

/** Days of a new S code for a person, by typing it. */
async function redeemDays(person: Session): Promise<void> {
  const made = makeCode()
  const db = openItsDb()
  await insertBatch(db, { days: 30, note: 'browser test', createdBy: newId(), codes: [made] })
  await db.destroy()
  const api: Api = { url: baseUrl, token: person.token, signal: AbortSignal.timeout(60_000) }
  await callApi(api, 'POST', '/workspace/software/redeemcode', { body: { code: made.code } })
}
