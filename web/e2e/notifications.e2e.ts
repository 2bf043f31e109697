import { createHash, randomBytes } from 'node:crypto'
import { expect, type Page } from 'playwright/test'
import { insertUnsubscribeToken } from '@toile/db/notifications/notification-mails'
import { asAdmin } from './activities.js'
import { breakableSocket } from './page-socket.js'
import { unroute } from './unroute.js'
import { makeReleasedWork } from './released-work.js'
import { openTestDb } from './toile-under-test.js'
import { test } from './test.js'
import { baseUrl, creatorSession, navigateInPage, type Session } from './visitor.js'

async function call({ token }: Session, method: string, path: string, body?: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  expect(response.ok, `${method} ${path}`).toBe(true)
}

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })

test('notifications arrive at once, open their subject, and are read on every device; after a gap each shows once', async ({
  open,
  person: ann,
}) => {
  const work = await makeReleasedWork({ title: 'Draped coat', login: ann.user.email })
  const [desk, phone] = [await open(ann), await open(ann)]
  const socket = await breakableSocket(phone)
  await desk.goto('/creators')
  await phone.goto('/admin/notification?tab=comments')
  await expect(phone.getByText('No comments yet.')).toBeVisible()
  const both = [desk, phone]
  for (const one of both) await expect(bell(one), 'her upload is ready').toHaveAccessibleName('Notifications, 1 unread')
  await call(ann, 'PUT', '/notifications/read', { tab: 'notifications' })
  // The number is reset only by a live message or by the request that a page sends once its socket is connected. So
  // this expectation shows that both pages are connected.
  for (const one of both) await expect(bell(one)).toHaveAccessibleName('Notifications')

  const other = await creatorSession()
  const addComment = (text: string) =>
    call(other, 'POST', `/works/${work.id}/comments`, { body: `@${ann.user.name} ${text}` })
  await addComment('What a collar')
  await expect(bell(desk)).toHaveAccessibleName('Notifications, 1 unread')
  const toast = desk.locator('.toast', { hasText: 'mentioned you on Draped coat' })
  await toast.getByRole('button', { name: 'View' }).click()
  await expect(desk).toHaveURL(new RegExp(`/project/${work.id}#comment-`))
  const comment = desk.locator('.comment article').filter({ hasText: 'What a collar' })
  await expect(comment).toBeFocused()
  await expect(comment.getByRole('link', { name: `@${ann.user.name}` })).toHaveAttribute('href', /personalPage/)

  await phone.getByRole('button', { name: '1 new' }).click()
  const rows = phone.locator('.notification-list > li')
  await expect(rows).toHaveText([/mentioned you.*What a collar.*Unread/])
  await rows.getByRole('link').click()
  await expect(phone).toHaveURL(new RegExp(`#comment-`))
  await expect(bell(desk), 'read on the other device').toHaveAccessibleName('Notifications')

  // W04: two notifications arrive while the socket is cut. The list lacks both, because it was loaded before.
  const fetched = phone.waitForResponse(/\/notifications\?/)
  await phone.goBack()
  await fetched
  await expect(rows).toHaveCount(1)
  await socket.break()
  await addComment('And the sleeves')
  await expect(bell(desk)).toHaveAccessibleName('Notifications, 1 unread')
  await addComment('And the hem')
  await expect(bell(desk)).toHaveAccessibleName('Notifications, 2 unread')
  await expect(bell(phone)).toHaveAccessibleName('Notifications')
  socket.mend()
  await expect(phone.getByText('2 new notifications')).toBeVisible()
  await expect(rows).toHaveText([/And the hem/, /And the sleeves/, /What a collar/])
  await phone.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(desk)).toHaveAccessibleName('Notifications')
  await expect(phone.getByText('Unread')).toHaveCount(0)
})

test('a notification between the first fetch and the live connection is not missed', async ({ open, person: ann }) => {
  const page = await open(ann)
  const socket = await breakableSocket(page)
  await socket.break()
  // The first answer from /notifications/unread is delayed. It predates the notification, so its count is 0.
  let arrive = () => {}
  const mayArrive = new Promise<void>((resolve) => (arrive = resolve))
  const wasRead = new Promise<void>((resolve) => {
    void page.route(
      /\/notifications\/unread/,
      async (route) => {
        const response = await route.fetch()
        resolve()
        await mayArrive
        await route.fulfill({ response })
      },
      { times: 1 },
    )
  })
  await page.goto('/creators')
  await wasRead
  await makeReleasedWork({ title: 'Missed by nobody', login: ann.user.email })
  const headers = { authorization: `Bearer ${ann.token}` }
  await expect
    .poll(async () => (await fetch(`${baseUrl}/notifications/unread`, { headers })).json())
    .toMatchObject({ notifications: 1 })
  // Once connected, the page fetches its content again.
  const again = page.waitForResponse(/\/users\?/)
  socket.mend()
  await again
  arrive()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
})

test('a tick chooses notifications; a mailed link unsubscribes by a press, never by being opened', async ({
  open,
  creator,
}) => {
  const page = await open(creator)
  await page.goto('/admin/notification?tab=settings')
  const mail = page.getByRole('checkbox', { name: 'Prizes: Email' })
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await mail.setChecked(true)
  await saved
  await page.reload()
  await expect(mail).toBeChecked()

  const { user } = creator
  const token = randomBytes(32).toString('base64url')
  const db = openTestDb()
  await insertUnsubscribeToken(db, createHash('sha256').update(token).digest(), user.id, 'winner')
  await db.destroy()
  const visitor = await open()
  await visitor.goto(`/unsubscribe?token=${token}`)
  await expect(visitor.getByText('You don’t need to sign in')).toBeVisible()
  await page.reload()
  await expect(mail, 'looking changes nothing').toBeChecked()
  await visitor.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(visitor.getByText('Unsubscribed.')).toBeVisible()
  await page.reload()
  await expect(mail).not.toBeChecked()
  await visitor.goto('/unsubscribe?token=unknown')
  await visitor.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(visitor.locator('.form-problem')).toHaveText('This link is no longer valid. Request a new one.')
})

test('a picture that fails to load is a placeholder until one loads', async ({ open, person: ann }) => {
  await makeReleasedWork({ title: 'Without a picture', login: ann.user.email })
  const page = await open(ann)
  await page.route(/\/files\//, (route) => route.abort())
  // Visits the list only after the notification has arrived, because an open list would only show how many are new.
  await page.goto('/agreement/agree')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await navigateInPage(page, '/admin/notification')
  const picture = page.locator('.notification-picture')
  await expect(picture).toHaveCSS('content', /url/)
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="64" />'
  await unroute(page)
  await page.route(/\/files\//, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
  await picture.evaluate((img: HTMLImageElement) => (img.src = `${img.src}?again`))
  await expect(picture).toHaveCSS('content', 'normal')
})

test('a warned user appeals where the warning is shown, and a moderator sees the appeal’s reason', async ({
  open,
  person: ann,
  admin,
}) => {
  const work = await makeReleasedWork({ login: ann.user.email })
  await call(await creatorSession(), 'POST', '/reports', { kind: 'work', id: work.id, reason: 'Not her cut' })
  const openCase = async () =>
    (await asAdmin<{ items: { id: string }[] }>('GET', `/reports?subject=${work.id}`)).items[0]!.id
  await asAdmin('POST', `/reports/${await openCase()}/decision`, { decision: 'warn', reason: 'Name whose cut it is' })
  const page = await open(ann)
  await page.goto('/agreement/agree')
  await expect(bell(page), 'her upload was ready, too').toHaveAccessibleName('Notifications, 2 unread')
  await navigateInPage(page, '/admin/notification')
  const notice = page.getByRole('listitem').filter({ hasText: 'Name whose cut it is' })
  await notice.getByRole('button', { name: 'Appeal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Appeal' })
  await dialog.getByLabel('Your reasons').fill('The cut is my own')
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('Appeal sent.')).toBeVisible()

  const desk = await open(admin)
  await desk.goto(`/backgroundAdmin/reports?case=${await openCase()}`)
  const drawer = desk.getByRole('dialog', { name: 'Appeal: Work' })
  for (const words of ['The cut is my own', /^Author warned \(/, 'Name whose cut it is', 'Not her cut'])
    await expect(drawer.getByText(words)).toBeVisible()
})
