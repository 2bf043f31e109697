import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { unroute } from './unroute.js'
import { linkMailedTo } from './mailbox.js'
import { breakableSocket } from './page-socket.js'
import { createUser } from './users.js'
import { garmentFile } from './published.js'
import { uploadThrottle } from './toile-under-test.js'
import { test } from './test.js'
import {
  baseUrl,
  setSessionCookies,
  navigateInPage,
  registerByApi,
  signInByApi,
  uniqueName,
  collectProblems,
} from './visitor.js'

const PASSWORD = 'correct horse 7'
const main = (page: Page) => page.locator('main')

async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Email or username').fill(login)
  await page.getByLabel('Password').fill(password)
  await main(page).getByRole('button', { name: 'Sign in' }).click()
}

test('an account is registered, used and deleted', async ({ page, context }) => {
  const name = uniqueName()
  const email = `${name}@example.com`
  const newEmail = `${name}@example.org`
  // Collects every requested address and its Referer. What follows a # is cut off, because browsers never send it.
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url().split('#')[0]!, request.headers()['referer'] ?? ''))
  const secrets = [PASSWORD, `${PASSWORD} new`]
  await page.goto('/login/register?backUrl=/agreement/agree')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await page.getByLabel('I have read and agree').check()
  await main(page).getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/login\/mailbox/)
  await expect(page.getByText(`We sent an email to ${email}.`)).toBeVisible()

  await main(page).getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/agreement/agree')
  await expect(page.getByText(`Verify ${email} to publish`)).toBeVisible()

  await test.step('S08 a mailed link confirms by a press, not by being opened', async () => {
    const link = await linkMailedTo(email, 'verify_email')
    secrets.push(new URL(link).hash.slice('#token='.length))
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    for (let i = 0; i < 3; i++) await fetch(link.split('#')[0]!)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email')
    await expect(page, 'the token stays in no address').not.toHaveURL(/token/)
    expect(asked).not.toContain('PUT /auth/email/verification')
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(page.getByText('Your email is verified.')).toBeVisible()
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(
      page.getByRole('alert').getByText(/This email has been verified|This link is no longer valid/),
    ).toBeVisible()
    await page.goto('/login/mailbox')
    await expect(page.getByText('This email has been verified')).toBeVisible()
    await page.goto('/')
    await expect(page.getByText(`Verify ${email} to publish`)).toHaveCount(0)
  })

  await test.step('resets a forgotten password', async () => {
    await page.getByRole('button', { name: `Account: ${name}` }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await page.goto('/login/signin')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await main(page).getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Fill in this field.')
    await page.getByLabel('Email').fill('nonsense')
    await main(page).getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please fill in the correct Email.')
    await page.getByLabel('Email').fill(email)
    await main(page).getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email sent')
    const link = await linkMailedTo(email, 'reset_password')
    secrets.push(new URL(link).hash.slice('#token='.length))
    await page.goto(link)
    await expect(page).not.toHaveURL(/token/)
    await page.getByLabel('New password').fill('short')
    await page.getByLabel('Repeat password').fill('other')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('The passwords don’t match.')).toBeVisible()
    await page.getByLabel('New password').fill(`${PASSWORD} new`)
    await page.getByLabel('Repeat password').fill(`${PASSWORD} new`)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page).toHaveURL('/login/signin')
    await signIn(page, email, PASSWORD)
    await expect(page.getByRole('alert').getByText('Your login name or password is incorrect.')).toBeVisible()
    await signIn(page, email, `${PASSWORD} new`)
    await expect(page).toHaveURL('/')
  })

  await test.step('edits the profile; the save bar shows only while there are changes', async () => {
    await page.goto('/admin/profile')
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await page.getByLabel('Nickname').fill('Ann of Toile')
    await page.getByLabel('Website').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Enter an address that starts with http')).toBeVisible()
    await page.getByLabel('Website').fill('https://example.com/ann')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Account: Ann of Toile' })).toBeVisible()
    await expect(page.locator('#earlier-names option'), 'the name before is offered').toHaveAttribute('value', name)
    await page.reload()
    await expect(page.getByLabel('Website')).toHaveValue('https://example.com/ann')
    await page.getByLabel('Website').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('Nickname')).toHaveValue('Ann of Toile')
    await expect(page.getByLabel('Website')).toHaveValue('')
  })

  await test.step('S13 a new address counts once its link is confirmed', async () => {
    await page.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New email').fill(newEmail)
    await dialog.getByLabel('Current password').fill('not the password')
    await page.reload()
    await page.getByRole('button', { name: 'Change email' }).click()
    await expect(dialog.getByLabel('New email')).toHaveValue(newEmail)
    await expect(dialog.getByLabel('Current password')).toHaveValue('')
    await dialog.getByLabel('Current password').fill('not the password')
    await dialog.getByRole('button', { name: 'Change email' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Email modification failed')
    await dialog.getByLabel('Current password').fill(`${PASSWORD} new`)
    await dialog.getByRole('button', { name: 'Change email' }).click()
    await expect(dialog.getByText(`We sent an email to ${newEmail}.`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(`Waiting for ${newEmail} to be verified.`)).toBeVisible()
    await page.goto(await linkMailedTo(newEmail, 'change_email'))
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(page.getByText('Your email is verified.')).toBeVisible()
    await page.goto('/admin/profile')
    await expect(page.getByText(newEmail)).toBeVisible()
  })

  await test.step('S12 no password, token or mailed link appeared in an address or stays in storage', async () => {
    const token = (await context.cookies()).find((cookie) => cookie.name === 'token')!.value
    secrets.push(JSON.parse(decodeURIComponent(token)) as string)
    const storedText = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(secrets).toHaveLength(5)
    for (const secret of secrets)
      for (const written of [secret, encodeURIComponent(secret)]) {
        expect(requests.join('\n')).not.toContain(written)
        expect(storedText).not.toContain(written)
      }
  })

  await test.step('deletes the account with all its content', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const proof = page.getByRole('dialog', { name: 'Enter your password' })
    await proof.getByLabel('Current password').fill('a guess')
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect(proof.getByText('The password is incorrect.')).toBeVisible()
    await proof.getByLabel('Current password').fill(`${PASSWORD} new`)
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect(proof).toHaveCount(0)
    expect((await saved).suggestedFilename()).toBe('toile-export.json')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(`${PASSWORD} new`)
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page).toHaveURL('/')
    await expect.poll(async () => (await context.cookies()).map((cookie) => cookie.name)).not.toContain('token')
  })
})

test('S05 a password change in one browser signs out the other’s open page by its socket, even after a reconnect', async ({
  open,
}) => {
  const session = await registerByApi()
  const other = await signInByApi(session.user.name, PASSWORD)
  const otherPage = await open(other)
  const socket = await breakableSocket(otherPage)
  const seen: string[] = []
  const asking = new Set<string>()
  otherPage.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => String(payload).startsWith('40') && seen.push('connected')),
  )
  // Only API calls count, because the browser decides when pictures load.
  otherPage.on('request', (request) => request.resourceType() === 'fetch' && asking.add(request.url()))
  otherPage.on('requestfailed', (request) => asking.delete(request.url()))
  otherPage.on('requestfinished', (request) => {
    asking.delete(request.url())
    if (request.url().includes('/me/works')) seen.push('list')
  })
  await otherPage.goto('/admin/works')
  // After connecting, the page fetches its content again.
  const atRest = () => expect.poll(() => asking.size === 0 && seen.join(' ').includes('connected list')).toBe(true)
  await atRest()
  seen.length = 0
  await socket.break()
  await expect(otherPage.locator('.offline-bar')).toHaveText('Live updates interrupted. Reconnecting…')
  socket.mend()
  await atRest()
  await expect(otherPage.locator('.offline-bar')).toHaveText('')
  const refused: string[] = []
  otherPage.on('response', (response) => response.status() === 401 && refused.push(response.url()))

  const page = await open(session)
  await page.goto('/admin/profile')
  await expect(page.getByRole('button', { name: /^Sign out .*last seen/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('not the password')
  await dialog.getByLabel('New password').fill(`${PASSWORD} two`)
  await dialog.getByLabel('Repeat password').fill(`${PASSWORD} two`)
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Password modification failed')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expect(otherPage).toHaveURL('/login/signin?backUrl=%2Fadmin%2Fworks')
  expect(refused, 'the page had to ask to learn of it').toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: /^Sign out .*last seen/ })).toHaveCount(1)
})

test('a session is signed out from the list', async ({ page, context }) => {
  const session = await registerByApi()
  const other = await signInByApi(session.user.name, PASSWORD)
  await setSessionCookies(context, session)
  await page.clock.install()
  await page.goto('/admin/profile')
  const rows = page.locator('section', { hasText: 'Sessions' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await page.clock.pauseAt(Date.now() + 60_000)
  const expectToast = async (text: string, forMs: number) => {
    const toast = page.locator('.toast', { hasText: text })
    await expect(toast).toBeVisible()
    expect((await toast.boundingBox())!.y).toBe(74)
    await page.clock.runFor(forMs - 1)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1)
    await expect(toast).toHaveCount(0)
  }
  const elsewhere = rows.filter({ hasNotText: 'This device' }).getByRole('button')
  await page.route('**/me/sessions/*', (route) => route.abort('connectionfailed'))
  await elsewhere.click()
  await expectToast('Network Failure!', 2_500)
  await unroute(page, '**/me/sessions/*')
  await elsewhere.click()
  await expectToast('Device signed out.', 2_000)
  await page.clock.resume()
  await expect(rows).toHaveCount(1)
  const response = await fetch(`${baseUrl}/auth/me`, { headers: { authorization: `Bearer ${other.token}` } })
  expect(response.status).toBe(401)
})

test('a picture is cropped by keyboard and shown everywhere', async ({ open, person }) => {
  const page = await open(person)
  const problems = collectProblems(page)
  await page.goto('/admin/profile')
  const stripes = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#c03020' } })
    .composite([
      { input: { create: { width: 300, height: 300, channels: 3, background: '#2050c0' } }, left: 300, top: 0 },
    ])
    .jpeg()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expect(page.getByText('Couldn’t read this image.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: stripes })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('300 × 300 pixels')).toBeVisible()
  const area = dialog.getByRole('group', { name: 'Crop area' })
  await area.focus()
  await page.keyboard.press('-')
  await expect(dialog.getByText('283 × 283 pixels')).toBeVisible()
  for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press(']')
  for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowDown')
  // In Chromium, Playwright cannot read the body of a form with files, so the page itself records the field `crop`.
  await page.evaluate(() => {
    const append = FormData.prototype.append as (name: string, value: string | Blob) => void
    FormData.prototype.append = function (this: FormData, name: string, value: string | Blob) {
      if (name === 'crop') document.documentElement.dataset['sentCrop'] = String(value)
      append.call(this, name, value)
    }
  })
  await dialog.getByRole('button', { name: 'Apply crop' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-sent-crop', /./)
  const sent = await page.locator('html').getAttribute('data-sent-crop')
  const crop = JSON.parse(sent!) as Record<string, number>
  // A quarter turn to the right moves the blue half down.
  expect(crop).toMatchObject({ width: 283, height: 283, rotate: 1, y: 600 - 283 })
  const shown = page.getByRole('img', { name: 'Your profile image' })
  await expect(page.getByText('Processing the image…')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove image' })).toBeVisible()
  await page.reload()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const { dominant } = await sharp(await shown.screenshot()).stats()
  expect(dominant.b, 'the blue half').toBeGreaterThan(dominant.r)
  expect(problems.filter((problem) => !problem.includes('ERR_'))).toEqual([])
  await page.getByRole('button', { name: 'Remove image' }).click()
  await expect(shown).toHaveCount(0)

  // The picture that the page shows has at most 2000 pixels a side, even if the crop is larger.
  const wide = sharp({ create: { width: 2600, height: 2600, channels: 3, background: '#507020' } })
  const large = { name: 'b.jpg', mimeType: 'image/jpeg', buffer: await wide.jpeg().toBuffer() }
  await page.locator('input[type=file]').setInputFiles(large)
  await expect(dialog.getByText('2600 × 2600 pixels')).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply crop' }).click()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2000)
})

test('a mail that cannot be sent says why and can be retried, also from the publish form', async ({ open }) => {
  const page = await open(await createUser({ verified: false }))
  await page.goto('/login/mailbox')
  const resend = '**/auth/email/verification'
  await page.route(resend, (route) => route.abort('connectionfailed'))
  await page.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByRole('alert').getByText('Network Failure!')).toBeVisible()
  await unroute(page, resend)
  await page.route(resend, (route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'x' } }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert').getByText('Email sending failed')).toBeVisible()
  await unroute(page, resend)
  await page.route(resend, (route) => route.fulfill({ status: 504, json: { code: 'REQUEST_TIMEOUT', message: 'x' } }))
  await page.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByRole('alert').getByText('Request Timeout')).toBeVisible()
  await unroute(page, resend)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Email sent again.')).toBeVisible()

  // Another user is needed, because each user may request only one mail per minute.
  const una = await createUser({ verified: false })
  const waiting = await open(una)
  await waiting.goto('/upload')
  await waiting.locator('input[type=file]').setInputFiles(await garmentFile('wait.glb'))
  const reason = waiting.locator('#publish-needs li', { hasText: 'Verify your email.' })
  await reason.getByRole('button', { name: 'Resend email' }).click()
  await expect(reason.getByText('Email sent again.')).toBeVisible()
  await linkMailedTo(una.user.email, 'verify_email')
})

test('opening a mailed link while signed out requires proof of the account, or releases the address', async ({
  page,
}) => {
  const ann = await registerByApi()
  await page.goto(await linkMailedTo(ann.user.email!, 'verify_email'))
  await page.getByRole('button', { name: 'Verify email' }).click()
  const password = page.getByLabel('Password for that account')
  await expect(password).toBeVisible()
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByText('Fill in this field.')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('a guess')
  await password.press('Enter')
  await expect(page.getByText('The password is incorrect.')).toBeVisible()
  await expect(password).toHaveValue('a guess')
  await password.fill(PASSWORD)
  const confirmation = '**/auth/email/verification'
  await page.route(confirmation, (route) => route.abort('connectionfailed'))
  await password.press('Enter')
  await expect(page.getByRole('alert').getByText('Network Failure!')).toBeVisible()
  await unroute(page, confirmation)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Your email is verified.')).toBeVisible()

  const bob = await registerByApi()
  await page.goto('about:blank')
  await page.goto(await linkMailedTo(bob.user.email!, 'verify_email'))
  await page.getByRole('button', { name: 'Verify email' }).click()
  await page.getByRole('button', { name: 'This isn’t my account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email removed')
})

test('S19 the next user sees nothing of the previous one', async ({ page, context }) => {
  const ann = await createUser()
  const bob = await registerByApi()
  await setSessionCookies(context, ann)
  await page.goto('/admin/profile')
  await expect(page.getByText(ann.user.email).first()).toBeVisible()
  await page.goto('/upload')
  await (
    await uploadThrottle(page)
  )(50_000)
  const file = { name: 'annas-coat.glb', mimeType: 'model/gltf-binary', buffer: Buffer.alloc(2_000_000, 1) }
  await page.locator('main input[type=file][accept*=".glb"]').setInputFiles(file)
  await expect(page).toHaveTitle(/^\d+% · /)
  // Creates the database of file handles, as the page would if Chromium gave it handles for files that Playwright sets.
  await page.evaluate(() => {
    const opening = indexedDB.open('toile-uploads', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('files').put('annas-coat.glb', 'x')
    opening.onsuccess = () => opening.result.close()
  })
  const storedText = () =>
    page.evaluate(async () => {
      const databases = (await indexedDB.databases()).map(({ name }) => name)
      const stored = JSON.stringify({ ...localStorage, ...sessionStorage, databases })
      return document.body.innerText + document.title + document.cookie + stored
    })
  await expect.poll(storedText).toMatch(/uploads-left.*annas-coat.*toile-uploads/)

  await test.step('in the same tab, without signing out in between', async () => {
    await page.evaluate(() => {
      history.pushState({}, '', '/login/signin?backUrl=/admin/profile')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(page.getByRole('listitem').filter({ hasText: 'annas-coat.glb' })).toBeVisible()
    await signIn(page, bob.user.name, PASSWORD)
    await expect(page).toHaveURL('/admin/profile')
    await expect(page.getByText(bob.user.email).first()).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(new RegExp(`annas-coat|${ann.user.name}`))
    await expect(page).not.toHaveTitle(/%/)
  })

  await page.getByRole('button', { name: `Account: ${bob.user.name}` }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(page).toHaveURL('/')
  await expect.poll(storedText).not.toMatch(new RegExp(`annas-coat|toile-uploads|${ann.user.name}|${bob.user.name}`))
})

test('terms, privacy and about exist in both languages; switching keeps the scroll position', async ({ page }) => {
  for (const [address, id] of [
    ['/agreement/agree', 'conduct'],
    ['/agreement/conceal', 'cookies'],
    ['/static/about-us', 'open'],
  ] as const) {
    if (address === '/agreement/agree') await page.goto(address)
    else await navigateInPage(page, address)
    const section = page.locator(`#${id}`)
    await section.scrollIntoViewIfNeeded()
    await page.getByLabel('Language').selectOption('zh-CN')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u4e00-\u9fff]/)
    await expect(section).toBeInViewport()
    await expect(page).toHaveURL(address)
    await page.getByLabel('语言').selectOption('en')
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/[\u4e00-\u9fff]/)
  }
})
