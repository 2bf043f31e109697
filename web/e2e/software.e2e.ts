import { expect } from 'playwright/test'
import { newId } from '@toile/contracts/ids'
import { MAX_UNBINDS, UNBIND_DAYS } from '@toile/contracts/software/software.constants'
import { inTransaction } from '@toile/db/client'
import { insertBatch } from '@toile/db/software/codes-backstage'
import { insertPackage } from '@toile/db/software/software'
import { findSentFile } from '@toile/db/uploads/uploads'
import { findLogin } from '@toile/db/users/users'
import { makeCode } from '@toile/runtime/s-codes'
import { makeSentFile } from '@toile/testing/courses'
import { expectNoViolations } from './axe.js'
import { openTestDb, openTestStore } from './toile-under-test.js'
import { test } from './test.js'
import { baseUrl, setSessionCookies, registerByApi, signInByApi, uniqueName, type Session } from './visitor.js'

async function call<T>(path: string, body: object, session?: Session): Promise<{ status: number; body: T }> {
  const headers = { 'content-type': 'application/json', ...(session && { authorization: `Bearer ${session.token}` }) }
  const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as T }
}
const activate = (session: Session, deviceName: string) =>
  call<{ deviceToken: string }>('/studio/activate', { deviceId: deviceName, deviceName }, session)

test('a code is redeemed and unlocks a download; a device is added by signing in and unbound', async ({ open }) => {
  const ann = await registerByApi()
  const made = makeCode()
  const db = openTestDb()
  await insertBatch(db, { days: 30, note: 'browser test', createdBy: newId(), codes: [made] })
  await db.destroy()
  const page = await open(ann, { colorScheme: 'dark' })
  const tab = (name: string) => page.getByRole('navigation', { name: 'Software' }).getByRole('link', { name }).click()

  await page.goto('/admin/software')
  await expect(page.getByText('Full version locked')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Toile Studio (demo sample) Linux' })).toBeVisible()
  await expectNoViolations(page, page.url())
  await page.getByRole('link', { name: 'Requires an S code' }).first().click()
  const field = page.getByLabel('S code', { exact: true })
  await field.fill('AAAAA-AAAAA-AAAAA-AAAAA')
  await field.press('Enter')
  await expect(page.getByText('This S code is invalid or has already been used.')).toBeVisible()
  await expect(field).toBeFocused()
  // The first answer is lost. A retry reports success.
  let lost = false
  await page.route('**/redeemcode', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue()
    lost = true
    await route.fetch()
    return route.abort()
  })
  await field.fill(` ${made.code.toLowerCase().replaceAll('-', ' ')}`)
  await page.getByRole('button', { name: 'Redeem' }).click()
  await expect(page.getByText('Network Failure!')).toBeVisible()
  await page.getByRole('button', { name: 'Redeem' }).click()
  await expect(page.getByText(/30 days added/)).toBeVisible()
  await expect(page.getByRole('strong').filter({ hasText: '30 days left' })).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(`Ends with ${made.hint}`) })
  await expect(row).toContainText(/30.+Used · 30 days left.+\(you\)/)
  await expectNoViolations(page, page.url())

  await tab('Download list')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Fabric library (demo sample) 1.0.0 for Linux' }).click()
  expect((await download).suggestedFilename()).toBe('fabric-library-demo-sample.zip')

  await tab('Devices')
  await expect(page.getByText('No devices yet.')).toBeVisible()
  const software = await signInByApi(ann.user.email, ann.password)
  const { deviceToken } = (await activate(software, 'Studio PC')).body
  await expect(page.getByText('1 of 3 devices')).toBeVisible()
  expect((await call('/studio/lease', { deviceToken })).status).toBe(200)
  await page.getByRole('button', { name: 'Unbind Studio PC' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await expect(page.getByText('Studio PC unbound.')).toBeVisible()
  await expect(page.getByText('No devices yet.')).toBeVisible()
  expect((await call('/studio/lease', { deviceToken })).status).toBe(401)
  const unbind = async (name: string) => {
    await activate(ann, name)
    await page.getByRole('button', { name: `Unbind ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  }
  for (let n = 2; n <= MAX_UNBINDS; n++) {
    await unbind(`PC ${n}`)
    await expect(page.getByText('No devices yet.')).toBeVisible()
  }
  await unbind('PC too many')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(
    `You’ve unbound ${MAX_UNBINDS} devices within ${UNBIND_DAYS} days.`,
  )
  await expect(dialog.getByRole('button', { name: 'Unbind' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('1 of 3 devices'), 'it stays bound').toBeVisible()

  await page.goto('/admin/invite')
  const link = await page.getByRole('textbox', { name: 'Your invitation link' }).inputValue()
  const code = await page.getByRole('textbox', { name: 'Your invitation code' }).inputValue()
  const guest = await open()
  await guest.goto(link)
  await expect(guest.getByLabel('Invitation code')).toHaveValue(code)
  const username = uniqueName()
  const password = 'correct horse 7'
  const bob = await call<Session>('/auth/register', {
    username,
    email: `${username}@example.com`,
    password,
    passwordConfirmation: password,
    agree: true,
    refer: code,
  })
  await page.reload()
  const invited = page.getByRole('row', { name: username })
  await expect(invited).toContainText('Not activated')
  await activate(bob.body, 'Laptop')
  await expect(invited, 'by itself').toContainText(/Activated \w+/)
  await expectNoViolations(page, page.url())
})

test('the newest version has the highest number, even when an older line is published later', async ({
  page,
  context,
}) => {
  await setSessionCookies(context, await registerByApi())
  const name = `Drape ${Date.now().toString(36)}`
  const db = openTestDb()
  await inTransaction(db, async (trx) => {
    const admin = (await findLogin(trx, 'admin@toile.local'))!
    for (const version of ['2.9', '2.10', '2.8.1']) {
      const uploadId = await makeSentFile(trx, openTestStore(), admin, 'drape.zip', Buffer.from(version))
      const { fileId } = (await findSentFile(trx, uploadId))!
      const made = { name, version, notes: '', platform: 'linux' as const, needsCode: false, filename: 'drape.zip' }
      await insertPackage(trx, { ...made, fileId }, admin.id)
    }
  })
  await db.destroy()
  await page.goto('/admin/software')
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card.locator('.package-head')).toContainText('2.10')
  await card.getByText('Older versions').click()
  await expect(card.getByRole('listitem')).toHaveText([/2\.9/, /2\.8\.1/])
})
