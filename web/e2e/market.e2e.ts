import { readFileSync } from 'node:fs'
import { expect } from 'playwright/test'
import { newId } from '@toile/contracts/ids'
import type { MarketAccess } from '@toile/contracts/market/market.constants'
import { inTransaction } from '@toile/db/client'
import { insertBatch } from '@toile/db/software/codes-backstage'
import { insertMarketItem, showMarketItem } from '@toile/db/market/market-backstage'
import { findLogin } from '@toile/db/users/users'
import { makeCode } from '@toile/runtime/s-codes'
import { makeSentFile } from '@toile/testing/courses'
import { makeReadyUpload } from '@toile/testing/factories'
import sharp from 'sharp'
import { callApi, type Api } from '../../infra/cli/client/api.js'
import { unroute } from './unroute.js'
import { createUser } from './users.js'
import { openTestDb, openTestStore } from './toile-under-test.js'
import { test } from './test.js'
import { signInAsCreator, baseUrl, setSessionCookies, collectProblems, type Session } from './visitor.js'

/** A published market item with pictures. Its file contains `text`. */
async function makeItem(title: string, text: string, access: MarketAccess = 'free'): Promise<string> {
  const db = openTestDb()
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
    await (await openTestStore()).put(key, await cover.toBuffer(), { contentType: 'image/webp' })
    const file = { formats: ['SBSAR'], textures_px: [4096, 2048, 2048] }
    const upload_id = await makeSentFile(trx, await openTestStore(), owner, 'Linen 8 oz.sbsar', Buffer.from(text))
    const about = { title, intro: 'Washed linen.', category: 'fabric' as const, licence: 'Free for your own garments.' }
    await insertMarketItem(trx, id, { ...about, access, ...file, upload_id, image_ids: [coverId] })
    await showMarketItem(trx, id, true)
  })
  await db.destroy()
  return id
}

test('a market item is found, viewed and taken; inside the desktop software it has no surroundings', async ({
  page,
  context,
}) => {
  const title = `Linen ${Date.now()}`
  await makeItem(title, 'threads')
  const problems = collectProblems(page)
  await page.goto('/static/official-market')
  await page.getByLabel('Search the market').fill(title)
  await page.getByRole('link', { name: title }).click()
  const sheet = page.getByRole('dialog', { name: title })
  for (const text of ['SBSAR', 'No mesh', '1 × 4,096 px, 2 × 2,048 px', '7 B', 'Free for your own garments.'])
    await expect(sheet.getByText(text)).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'Sign in to download' })).toBeVisible()
  await signInAsCreator(context)
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
  const list = /\/market\/items(\?|$)/
  await page.route(list, (route) => route.fulfill({ status: 422, json: {} }))
  await page.goto('/static/official-market')
  const failure = page.locator('main').getByRole('alert')
  await expect(failure.getByText('load failed, please retry later')).toBeVisible()
  await page.route(list, (route) => route.fulfill({ status: 500, json: { message: 'from the server' } }))
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(failure.getByText('internal server error', { exact: true })).toBeVisible()
  await page.getByLabel('Language').selectOption('zh-CN')
  await expect(failure.getByText('服务器内部错误', { exact: true })).toBeVisible()
  await page.getByLabel('语言').selectOption('en')
  await unroute(page, list)

  const inStudio = await page.goto('/static/official-market?embed=studio')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  // This page has its own setting for the sites that may frame it. By default, no site may frame it.
  expect(inStudio!.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/embed=studio/)
})

test('in the desktop software, sign-in and redemption open windows, and the market updates automatically', async ({
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
  const ann = await createUser({ verified: false })
  await setSessionCookies(context, ann)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(await opened('Redeem S code')).toHaveURL('/admin/software?tab=codes')
  await redeemDays(ann)
  await expect(sheet.getByRole('button', { name: 'Download' })).toBeVisible()
  await expect(page).toHaveURL(/embed=studio/)

  await page.goto('/admin/software?tab=list')
  await page.getByRole('link', { name: `View ${title} in market` }).click()
  await expect(sheet.getByRole('button', { name: 'Download' })).toBeVisible()
})

async function redeemDays(person: Session): Promise<void> {
  const made = makeCode()
  const db = openTestDb()
  await insertBatch(db, { days: 30, note: 'browser test', createdBy: newId(), codes: [made] })
  await db.destroy()
  const api: Api = { url: baseUrl, token: person.token, signal: AbortSignal.timeout(60_000) }
  await callApi(api, 'POST', '/workspace/software/redeemcode', { body: { code: made.code } })
}
