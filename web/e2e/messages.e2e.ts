import { phoneJpeg } from '@toile/testing/files/pictures'
import { expect, type Page } from 'playwright/test'
import { expectNoViolations } from './axe.js'
import { unroute } from './unroute.js'
import { breakableSocket } from './page-socket.js'
import { createUser } from './users.js'
import { openTestDb } from './toile-under-test.js'
import { test } from './test.js'
import { baseUrl, setSessionCookies, type Session } from './visitor.js'

async function verify({ user }: Session): Promise<void> {
  const db = openTestDb()
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', user.id).execute()
  await db.destroy()
}

async function write(from: Session, to: Session, body: string): Promise<void> {
  const response = await fetch(`${baseUrl}/conversations/${to.user.id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${from.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body }),
  })
  if (!response.ok && response.status !== 409) throw new Error(await response.text())
}

/** Adds a picture to all messages that the user has sent, because the page allows no picture in a first message. */
async function addPicture({ token, user }: Session): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const form = new FormData()
  form.append('purpose', 'inline')
  form.append('file', new Blob([new Uint8Array(await phoneJpeg(1, 400, 300))], { type: 'image/jpeg' }), 'hem.jpg')
  const sent = await fetch(`${baseUrl}/images`, { method: 'POST', headers, body: form })
  const { id } = (await sent.json()) as { id: string }
  const status = async () =>
    ((await (await fetch(`${baseUrl}/images/${id}`, { headers })).json()) as { status: string }).status
  await expect.poll(status).toBe('ready')
  const db = openTestDb()
  await db.updateTable('messages').set({ image_id: id }).where('sender_id', '=', user.id).execute()
  await db.destroy()
}

async function acquainted(): Promise<[Session, Session]> {
  const both: [Session, Session] = [await createUser(), await createUser()]
  await write(both[0], both[1], 'Hello')
  await write(both[1], both[0], 'Hello you')
  return both
}

const threadWith = (other: Session) => `/admin/notification?tab=messages&with=${other.user.id}`
const box = (page: Page) => page.getByLabel('Write a message')
async function sendMessage(page: Page, body: string): Promise<void> {
  await box(page).fill(body)
  await box(page).press('Enter')
}
const bodies = (page: Page) => page.locator('.message[data-seq] .message-bubble').allInnerTexts()
const waiting = (page: Page) => page.locator('.message[data-state]')

async function transcript([one, other]: [Session, Session]): Promise<string[]> {
  const db = openTestDb()
  const rows = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'conversation_id')
    .select('body')
    .where('pair', '=', [one.user.id, other.user.id].sort().join(':'))
    .orderBy('seq')
    .execute()
  await db.destroy()
  return rows.map(({ body }) => body)
}

test('from a user’s page, a visitor signs in, an unverified user verifies, and a first message becomes a request', async ({
  page,
  context,
  open,
}) => {
  const [one, other] = [await createUser({ verified: false }), await createUser()]
  const address = `/creators/personalPage?id=${other.user.id}`
  await page.goto(address)
  await page.getByRole('button', { name: 'Message' }).click()
  await expect(page).toHaveURL(/\/login\/signin\?backUrl=/)

  await setSessionCookies(context, one)
  await page.goto(address)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Message' }).click()
  await expect(dialog.getByText('Verify your email to send messages.')).toBeVisible()
  await expect(box(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await verify(one)
  await page.reload()
  await page.getByRole('button', { name: 'Message' }).click()
  await sendMessage(page, 'May I ask about https://example.com/pattern?')
  await expect(dialog.getByText('You can write again once they accept')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /example/ }), 'an address in a message opens nothing').toHaveCount(0)

  await addPicture(one)
  const theirs = await open(other)
  await theirs.goto('/admin/notification?tab=messages&box=requests')
  await theirs.getByRole('link', { name: new RegExp(one.user.name) }).click()
  await expect(theirs.getByText(/wants to message you/)).toBeVisible()
  const picture = theirs.locator('.message-picture')
  await expect(picture.locator('img'), 'C11 a stranger’s picture is not shown unasked').toHaveCount(0)
  await picture.getByRole('button', { name: 'View image' }).click()
  await expect(picture.locator('img')).toHaveCount(1)
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await expect(box(theirs)).toBeVisible()
  await expect(box(page), 'the other sees it at once').toBeVisible()
  await expect(dialog.locator('.message-state')).toHaveText('Read')

  await sendMessage(theirs, 'Of course')
  await expect(dialog.getByText('Of course')).toBeVisible()
  await theirs.getByRole('button', { name: 'Block' }).click()
  await expect(theirs.getByText('You blocked this user.')).toBeVisible()
  await sendMessage(page, 'Thank you')
  await expect(dialog.getByText('Not sent: This user doesn’t accept messages from you.')).toBeVisible()
  await theirs.getByRole('button', { name: 'Unblock' }).click()
  await expect(box(theirs)).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(theirs.getByText('Thank you')).toHaveCount(2)
  await expect(waiting(page)).toHaveCount(0)
})

test('messages without a server wait, survive a reload and arrive once, in order; both see a picture', async ({
  open,
}) => {
  const both = await acquainted()
  const page = await open(both[0])
  await page.goto(threadWith(both[1]))
  await expect(box(page)).toBeVisible()
  let lost = 0
  await page.route('**/conversations/*/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // The first message arrives, but its answer is lost. The other messages do not arrive.
    if (lost++ === 0) await route.fetch()
    return route.abort()
  })
  for (const body of ['first', 'second', 'third']) await sendMessage(page, body)
  await expect(page.locator('[data-state=waiting]')).toHaveText([/second/, /third/])
  await page.reload()
  await expect(page.getByText('Waiting to send')).toHaveCount(2)
  await unroute(page, '**/conversations/*/messages')
  await expect(waiting(page)).toHaveCount(0)
  await expect.poll(async () => (await bodies(page)).slice(-3)).toEqual(['first', 'second', 'third'])
  expect((await transcript(both)).slice(-3)).toEqual(['first', 'second', 'third'])
  await expect(page.locator('.message-state')).toHaveText('Sent')

  const theirs = await open(both[1])
  await theirs.goto('/admin/notification?tab=messages')
  const row = theirs.getByRole('link', { name: new RegExp(both[0].user.name) })
  await expect(row.locator('.unread')).toBeVisible()
  await row.click()
  await expect(page.locator('.message-state')).toHaveText('Read')
  await expect(row.locator('.unread')).toHaveCount(0)

  const jpeg = { name: 'collar.jpg', mimeType: 'image/jpeg', buffer: await phoneJpeg(1, 400, 300) }
  await page.getByTestId('message-file').setInputFiles(jpeg)
  await expect(page.locator('.message-attached img')).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  for (const one of [page, theirs])
    await expect
      .poll(() =>
        one
          .locator('.message-picture img')
          .last()
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBeGreaterThan(0)
  await expectNoViolations(theirs, 'a conversation')
  await theirs.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(theirs, 'a conversation, dark', ['color-contrast'])

  await page.route('**/conversations/*/messages', (route) => route.abort())
  await sendMessage(page, 'Never mind')
  await expect(waiting(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('messages-waiting')), 'forgotten at sign-out').toBeNull()
})

test('I6 two browsers chat while their connections break: both end with the database’s messages', async ({ open }) => {
  const both = await acquainted()
  const pages = [await open(both[0]), await open(both[1])] as const
  const sockets = [await breakableSocket(pages[0]), await breakableSocket(pages[1])] as const
  await pages[0].goto(threadWith(both[1]))
  await pages[1].goto(threadWith(both[0]))
  const chat = async (round: string) => {
    for (const turn of [1, 2])
      await Promise.all(pages.map((page, who) => sendMessage(page, `${round} ${turn} of ${who}`)))
  }
  const isWhole = async () => {
    // The database has all messages only once no page is still waiting to send one.
    for (const page of pages) await expect(waiting(page)).toHaveCount(0)
    const whole = await transcript(both)
    for (const page of pages) await expect.poll(() => bodies(page)).toEqual(whole)
  }
  await chat('before')
  for (const broken of [[sockets[0]], [sockets[1]], sockets]) {
    for (const socket of broken) await socket.break()
    await chat(`without ${broken.length}`)
    for (const socket of broken) socket.mend()
    await isWhole()
  }
  await expect(pages[0].locator('.offline-bar')).toHaveAttribute('data-shown', 'false')
  await sockets[0].break()
  await expect(pages[0].locator('.offline-bar')).toHaveAttribute('data-shown', 'true')
  for (const body of ['one', 'two', 'three']) await write(both[1], both[0], body)
  sockets[0].mend()
  await expect(pages[0].getByText('3 new messages while you were away')).toBeVisible()
  await isWhole()
  expect((await transcript(both)).filter((body) => / of [01]$/.test(body))).toHaveLength(16)
})
