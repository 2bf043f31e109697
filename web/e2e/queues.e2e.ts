import { spawn } from 'node:child_process'
import path from 'node:path'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { expectNoViolations } from './axe.js'
import { takeOverLive } from './page-socket.js'
import { unroute } from './unroute.js'
import { test } from './test.js'
import {
  adminSession,
  signInAsCreator,
  baseUrl,
  setSessionCookies,
  creatorSession,
  navigateInPage,
  collectProblems,
} from './visitor.js'

const root = path.resolve(import.meta.dirname, '../..')
const row = (page: Page, queue: string) => page.locator(`[data-queue="${queue}"]`)

async function sendPicture(): Promise<void> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#b8a890' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('purpose', 'inline')
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'swatch.png')
  const headers = { authorization: `Bearer ${(await creatorSession()).token}` }
  const response = await fetch(`${baseUrl}/images`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(await response.text())
}

/** Changes values of each queue in the API's answers. */
async function withQueues(page: Page, change: (queue: QueueHealth) => Partial<QueueHealth>): Promise<void> {
  await page.route(/\/backstage\/queues(\?|$)/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { items: QueueHealth[] }
    for (const queue of body.items) Object.assign(queue, change(queue))
    await route.fulfill({ response, json: body })
  })
}

async function confirm(page: Page, button: string, at = page.locator('main')): Promise<void> {
  await at.getByRole('button', { name: button, exact: true }).first().click()
  await page.getByRole('dialog').getByLabel('Reason (optional)').fill(`${button}: 换机器`)
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('Q01 a worker is drained with a reason and resumes; another one starts and ends', async ({ open, admin }) => {
  const page = await open(admin)
  const problems = collectProblems(page)
  // Few other tests need the videos queue, so draining its only worker delays few of them.
  await page.goto('/backgroundAdmin/queues?queue=videos')
  const workers = page.locator('[data-worker]')
  await expect(workers).toHaveCount(1)
  await confirm(page, 'Drain', workers.first())
  await expect(workers.first()).toHaveAttribute('data-state', 'drained')

  const command = [path.join(root, 'infra/dist/start/worker.js'), 'videos', '--concurrency', '2']
  const worker = spawn(process.execPath, command, { cwd: root, stdio: 'ignore' })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  await expect(workers, 'it joins').toHaveCount(2)
  await confirm(page, 'Take jobs again', workers.and(page.locator('[data-state=drained]')))
  worker.kill('SIGTERM')
  await ended
  await expect(workers, 'and leaves').toHaveCount(1)

  await sendPicture()
  await navigateInPage(page, '/backgroundAdmin/audit')
  for (const action of [/take jobs again.*: 换机器/, /drained a worker.*Drain: 换机器/])
    await expect(page.getByRole('row', { name: action }).first()).toBeVisible()
  await page.goto('/backgroundAdmin/queues?queue=images')
  await page
    .getByRole('radiogroup')
    .getByText(/^Completed/)
    .click()
  await page.getByRole('link', { name: 'image.process' }).first().click()
  const tree = page.getByRole('dialog').locator('.caused > li')
  await expect(tree.first(), 'what the call set off, from the first event to its job').toContainText('image.received')
  await expect(tree.nth(1)).toContainText('image.due')
  await expect(tree.nth(2)).toHaveAttribute('aria-current', 'true')
  await expect(tree.nth(3)).toContainText('image.processing')
  expect(problems).toEqual([])
})

test('the overview survives the messages of minutes at once, as after a pause of its tab', async ({ open, admin }) => {
  const page = await open(admin)
  const problems = collectProblems(page)
  const { send } = await takeOverLive(page, /^42\["(queue|alert):/)
  const headers = { authorization: `Bearer ${admin.token}` }
  const answer = await fetch(`${baseUrl}/backstage/queues`, { headers })
  const { items: queues } = (await answer.json()) as { items: QueueHealth[] }
  const sendWaiting = async (count: number) => {
    const measuredAt = new Date(Date.now() + count).toISOString()
    for (const queue of queues) await send('queue:health', { ...queue, waiting: count, measuredAt })
  }
  await page.goto('/backgroundAdmin')
  const waiting = page.locator('.queue-lines [data-column=waiting]')
  await expect(waiting.first()).toBeVisible()
  const paused = page.evaluate(() => {
    for (const end = performance.now() + 3_000; performance.now() < end;);
  })
  for (let count = 1; count < 300; count++) await sendWaiting(count)
  await paused
  // The page fetches the figures once it is connected. A late answer can replace those of the messages.
  await expect(async () => {
    await sendWaiting(300)
    await expect(waiting.filter({ hasText: '300' })).toHaveCount(queues.length, { timeout: 1_000 })
  }).toPass()
  expect(problems).toEqual([])
})

test('a backlog without workers is explained, and its alert shows who handles it', async ({ open, admin }) => {
  const page = await open(admin)
  const nobody = { waiting: 0, people: 0, oldestWaitingSeconds: null }
  let images: Partial<QueueHealth> = { waiting: 3, people: 1, oldestWaitingSeconds: 65, workers: 0, workersToAdd: 1 }
  await withQueues(page, (queue) => (queue.name === 'images' ? (images = { ...queue, ...images }) : nobody))
  const { send } = await takeOverLive(page, /^42\["(queue|alert):/)
  const alert = {
    ...{ id: '01980000-0000-7000-8000-000000000001', kind: 'no_worker', queue: 'images', params: { waiting: 3 } },
    ...{ openedAt: new Date().toISOString(), acknowledgedAt: null, acknowledgedBy: null, closedAt: null, version: 1 },
  }
  // Once the alert is closed, requests for the alerts stay unanswered, so only the live message can report the closing.
  await page.route(/\/backstage\/alerts(\?|$)/, (route) =>
    alert.closedAt ? undefined : route.fulfill({ json: { items: [alert], total: 1 } }),
  )
  await page.route(/\/acknowledge$/, (route) => {
    Object.assign(alert, { acknowledgedAt: new Date().toISOString(), acknowledgedBy: 'Ada' })
    return route.fulfill({ json: alert })
  })
  await page.goto('/backgroundAdmin/queues?queue=images')
  await expect(row(page, 'images').locator('[data-number]').first()).toContainText('3')
  await expect(page.locator('.verdict')).toContainText(
    /1 user is waiting for Images, for .+; no worker is running: start 1./,
  )
  const shown = page.locator('[data-kind="no_worker"]')
  await expect(shown).toContainText('No worker for Images: 3 jobs were waiting.')
  await shown.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(shown).toContainText('Acknowledged by')
  await expectNoViolations(page, 'queue health with an alert')

  Object.assign(images, nobody, {
    workers: 1,
    workersToAdd: 0,
    measuredAt: new Date(Date.now() + 60_000).toISOString(),
  })
  await send('queue:health', images)
  await expect(page.locator('.verdict')).toContainText('No jobs are waiting.')
  await expect(row(page, 'images').locator('[data-number]').first()).toContainText('0')
  await expect(shown).toBeVisible()
  Object.assign(alert, { closedAt: new Date().toISOString(), version: 2 })
  await send('alert:changed', alert)
  await expect(shown).toHaveCount(0)
})

test('Q01 other users see no link to the admin pages', async ({ page, context }) => {
  await signInAsCreator(context)
  await page.goto('/')
  await page.getByRole('button', { name: /Account:/ }).click()
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back office' })).toHaveCount(0)
})

test('failed parts of a queue say so, and Retry loads them', async ({ page, context }) => {
  await setSessionCookies(context, await adminSession())
  // The socket is closed, so that no live message replaces an answer. Waiting and failed jobs make all parts load.
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await withQueues(page, ({ counts }) => ({ waiting: 3, counts: { ...counts, failed: 2 } }))
  const parts = /\/backstage\/(workers|queues\/images\/(waiting|jobs|dead-letters|history))/
  const body = { statusCode: 409, error: 'Conflict', code: 'STATE_CONFLICT', message: 'Out of order.' }
  await page.route(parts, (route) => route.fulfill({ status: 409, json: body }))
  await page.goto('/backgroundAdmin/queues?queue=images')
  const failed = page.getByRole('alert').filter({ hasText: 'Couldn’t load this. Out of order.' })
  await expect(failed).toHaveCount(5)
  await expect(page.getByText('No waiting users.', { exact: true })).toHaveCount(0)
  await unroute(page, parts)
  // The answer of another part may remove an error message during the click.
  await expect(async () => {
    if ((await failed.count()) > 0)
      await failed.first().getByRole('button', { name: 'Retry' }).click({ timeout: 1_000 })
    await expect(failed).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
})
