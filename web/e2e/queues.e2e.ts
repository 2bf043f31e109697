import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { expectNoViolations } from './axe.js'
import { letThrough } from './let-through.js'
import { test } from './test.js'
import { adminSession, asCreator, baseUrl, carry, creatorSession, watchForProblems } from './visitor.js'

// Queue health as an administrator sees it, with real jobs and a real worker more.

const root = path.resolve(import.meta.dirname, '../..')
const row = (page: Page, queue: string) => page.locator(`[data-queue="${queue}"]`)

/** A picture of the demo creator's that a worker has to make. */
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

/** Presses a button, says why and yes. */
async function confirm(page: Page, button: string, at = page.locator('main')): Promise<void> {
  await at.getByRole('button', { name: button, exact: true }).first().click()
  await page.getByRole('dialog').getByLabel('Reason (optional)').fill(`${button}: 换机器`)
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('Q01 a backlog appears, an alert fires, a worker comes, and the backlog goes @alone', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const problems = watchForProblems(page)
  await carry(context, await adminSession())
  await page.goto('/backgroundAdmin/queues?queue=images')
  await expect(page.getByText('Nobody is waiting.')).toBeVisible()
  const workers = page.locator('[data-worker]')
  await expect(workers).toHaveCount(1)

  await confirm(page, 'Drain', workers.first())
  await expect(workers.first()).toHaveAttribute('data-state', 'drained')
  await Promise.all([sendPicture(), sendPicture(), sendPicture()])
  await expect(row(page, 'images').locator('[data-number]').first()).toContainText('3')
  await expect(page.locator('.verdict')).toContainText(
    /1 person waits for Pictures, for .+; no worker takes jobs: start 1./,
  )
  const alert = page.locator('[data-kind="no_worker"]')
  await expect(alert).toContainText('No worker takes Pictures: 3 jobs were waiting.')
  await alert.getByRole('button', { name: 'I look after it' }).click()
  await expect(alert).toContainText('looks after it')
  await expectNoViolations(page, 'queue health with an alert')

  const command = [path.join(root, 'infra/dist/start/worker.js'), 'images', '--concurrency', '2']
  const worker = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  // How soon a process has loaded its code is the machine's affair.
  await new Promise((resolve) =>
    worker.stdout.on('data', (log: Buffer) => String(log).includes('is ready') && resolve(0)),
  )
  await expect(workers, 'it joins within five seconds').toHaveCount(2, { timeout: 5_000 })
  await expect(page.getByText('Nobody is waiting.')).toBeVisible()
  await expect(alert).toHaveCount(0)
  await confirm(page, 'Take jobs again')
  worker.kill('SIGTERM')
  await ended
  await expect(workers, 'and leaves').toHaveCount(1)

  await page.getByRole('button', { name: /^Done/ }).click()
  await page.getByRole('link', { name: 'image.process' }).first().click()
  const tree = page.getByRole('dialog').locator('.caused > li')
  await expect(tree.first(), 'what the call set off, from the first event to its job').toContainText('image.received')
  await expect(tree.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(tree.nth(2)).toContainText('image.processing')

  await page.goto('/backgroundAdmin/audit')
  for (const deed of [/take jobs again.*: 换机器/, /took note of an alert/, /finish and take no more.*Drain: 换机器/])
    await expect(page.getByRole('row', { name: deed }).first()).toBeVisible()
  expect(problems).toEqual([])
})

test('Q01 nobody else gets into the back office, and its menu leads nowhere for them', async ({ page, context }) => {
  await asCreator(context)
  await page.goto('/backgroundAdmin/queues')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: /Account of/ }).click()
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back office' })).toHaveCount(0)
})

test('what of a queue cannot be loaded says so, and is had by Retry', async ({ page, context }) => {
  await carry(context, await adminSession())
  // A queue in which somebody waits and something failed, of which nothing new is heard.
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await page.route(/\/backstage\/queues(\?|$)/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { items: { waiting: number; counts: { failed: number } }[] }
    for (const queue of body.items) Object.assign(queue, { waiting: 3, counts: { ...queue.counts, failed: 2 } })
    await route.fulfill({ response: answer, json: body })
  })
  const parts = /\/backstage\/(workers|queues\/images\/(waiting|jobs|dead-letters|history))/
  const body = { statusCode: 409, error: 'Conflict', code: 'STATE_CONFLICT', message: 'Out of order.' }
  await page.route(parts, (route) => route.fulfill({ status: 409, json: body }))
  await page.goto('/backgroundAdmin/queues?queue=images')
  const failed = page.getByRole('alert').filter({ hasText: 'This could not be loaded. Out of order.' })
  await expect(failed).toHaveCount(5)
  await expect(page.getByText('Nobody.', { exact: true })).toHaveCount(0)
  await letThrough(page, parts)
  // One part may take another's complaint away with its own answer, under the very click.
  await expect(async () => {
    if ((await failed.count()) > 0)
      await failed.first().getByRole('button', { name: 'Retry' }).click({ timeout: 1_000 })
    await expect(failed).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
})
