import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeGarment } from '@toile/testing/garments/garments'
import { MAX_VIDEO_BYTES } from '@toile/contracts/uploads/uploads.constants'
import type { Work } from '@toile/contracts/works/works'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { difference } from './canvas.js'
import { makeReleasedWork, registerVerified } from './released-work.js'
import { uploadThrottle } from './toile-under-test.js'
import { expectFullModel, viewerGarment } from './viewer-garment.js'
import { test } from './test.js'
import { signInAsCreator, baseUrl, setSessionCookies, expectRow, collectProblems } from './visitor.js'

const glb = (buffer: Buffer, name = 'linen-dress.glb') => ({ name, mimeType: 'model/gltf-binary', buffer })

/** Records the page's requests (`GET /path`) and stage messages (`stage NAME`) in order. */
function record(page: Page): string[] {
  const log: string[] = []
  page.on('request', (request) => log.push(`${request.method()} ${new URL(request.url()).pathname}`))
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const stage = /^42\["upload:stage",.*?"stage":"(\w+)"/.exec(String(payload))?.[1]
      if (stage) log.push(`stage ${stage}`)
    }),
  )
  return log
}

interface Announced {
  announcements: string[]
  steps: string[]
}

/** Records the rail's announcements for screen readers, and the steps that the rail has shown. */
async function watchRail(page: Page): Promise<() => Promise<Announced>> {
  await page.evaluate(() => {
    const [announcements, steps]: [string[], string[]] = [[], []]
    Object.assign(window, { announcements, steps })
    new MutationObserver(() => {
      const text = document.querySelector('.rail [role=status]')?.textContent
      if (text && announcements.at(-1) !== text) announcements.push(text)
      const step = document.querySelector('.rail .steps [data-state=running]')?.textContent
      if (step && steps.at(-1) !== step) steps.push(step)
    }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['data-state'] })
  })
  return () =>
    page.evaluate(() => {
      const { announcements, steps } = window as unknown as Announced
      return { announcements, steps }
    })
}

/** Records all positions of the link "Write a description" and of its box, in pixels from the top. */
async function watchPositions(page: Page): Promise<() => Promise<Record<string, number[]>>> {
  await page.evaluate(() => {
    const positions: Record<string, number[]> = { '.publish': [], '.publish a[href="#intro"]': [] }
    Object.assign(window, { positions })
    const sample = () => {
      for (const [selector, seen] of Object.entries(positions)) {
        const top = document.querySelector(selector)?.getBoundingClientRect().top
        if (top !== undefined && seen.at(-1) !== top) seen.push(top)
      }
      requestAnimationFrame(sample)
    }
    sample()
  })
  return () => page.evaluate(() => (window as unknown as { positions: Record<string, number[]> }).positions)
}

/** Expects the viewer to show the same picture as the widest preview that the server rendered. */
async function expectPhotographed(page: Page): Promise<void> {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const work = (await (await fetch(`${baseUrl}/works/${id}`)).json()) as Work
  const still = work.previews.toSorted((one, other) => other.width - one.width)[0]!
  const photographed = Buffer.from(await (await fetch(still.variants.at(-1)!.url)).arrayBuffer())
  const canvas = page.locator('.viewer-stage canvas')
  const { width, height } = (await canvas.boundingBox())!
  const size = { width: 431, height: Math.round((431 * height) / width) }
  const pixels = (picture: Buffer) =>
    sharp(picture)
      .resize({ ...size, fit: 'cover' })
      .removeAlpha()
      .raw()
      .toBuffer()
  // Shaders compile during the first frames, when the canvas may still be empty.
  await expect(async () => {
    // This is the mean difference on a scale of 255. Another angle gives more than 10. Resampling and WebP give 2 to 3.
    expect(
      difference(
        await pixels(await canvas.screenshot({ style: '.viewer-tools, .tray { visibility: hidden }' })),
        await pixels(photographed),
      ),
    ).toBeLessThan(5)
  }).toPass()
}

test('a garment becomes a published work, its stages arriving without requests', async ({ open, person }) => {
  // The user is new and has no other files, because the page receives live messages about all files of its user.
  const page = await open(person)
  const problems = collectProblems(page)
  const log = record(page)
  // The upload is slow, so that the form is saved before any stage arrives.
  const speed = await uploadThrottle(page)
  await page.goto('/upload')
  const watched = await watchRail(page)
  const garment = await makeGarment({ segments: 24, textureSize: 256, colourways: ['Sand', 'Sea', 'Plum'] })
  await speed(garment.length / 40)
  await page.locator('input[type=file]').setInputFiles(glb(garment))
  await expect(page).toHaveURL(/\/upload\/uploadDetail\?id=[0-9a-f-]{36}$/)

  const publish = page.getByRole('button', { name: 'Publish' })
  await expect(publish).toBeDisabled()
  await expect(page.getByText('Wait until the file is ready to publish.')).toBeVisible()
  await page.getByRole('link', { name: 'Write a description' }).click()
  await expect(page.getByLabel('Description')).toBeFocused()
  const title = `Linen dress ${Date.now() % 1e6}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('Pleated linen,\ncut on the bias.')
  await page.getByLabel('Dresses', { exact: true }).check()
  await page.getByLabel('Tags').fill('linen,summer,')
  await expect.poll(() => log.filter((line) => /^PATCH \/works/.test(line)).length).toBeGreaterThan(0)
  await expect(page.getByText('Saved as a draft')).toBeVisible()
  const elsewhere = await open(person)
  await elsewhere.goto(page.url())
  await expect(elsewhere.getByText('Uploading from another tab or device')).toBeVisible()
  await expect(elsewhere.locator('.sending-line')).toContainText(/ · [1-9]\d?%/)
  await speed(-1)
  await expectRow(page, 'upload', 'done')
  await expectRow(elsewhere, 'upload', 'done')
  const settled = log.length

  for (const stage of ['finished', 'processed', 'ready_to_publish']) await expectRow(page, stage, 'done')
  const ready = log.indexOf('stage ready_to_publish')
  expect(ready, log.join('\n')).toBeGreaterThan(settled)
  expect(log.slice(settled, ready).filter((line) => !line.startsWith('stage'))).toEqual([])
  expect(log.filter((line) => line === 'POST /works')).toHaveLength(1)
  // Upload and Finished may follow each other so fast that the rail does not announce both.
  const later = async () =>
    (await watched()).announcements.filter((text) => text !== 'Upload: Done' && text !== 'Finished: Done')
  await expect.poll(later, 'each stage once').toEqual(['Processed: Done', 'Ready to publish: Done'])
  expect((await watched()).steps, 'the steps that the worker reported').not.toEqual([])

  await expect(page.getByRole('radio', { name: 'Image 1' })).toBeChecked()
  await publish.click()
  await page.getByRole('link', { name: 'View work' }).click()
  await expect(page).toHaveURL(/\/project\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('region', { name: 'Model check' })).toBeVisible()
  await page.getByRole('button', { name: /View in 3D · [\d.]+ [kM]B/ }).click()
  await expectFullModel(page)
  await expectPhotographed(page)
  expect(problems).toEqual([])

  const visitor = await open()
  await visitor.goto('/')
  await visitor.getByRole('link', { name: title }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(visitor.getByRole('button', { name: 'Move to trash' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByText('In the trash.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await page.goto('/admin/works?tab=trashed')
  const tile = page.getByRole('listitem').filter({ hasText: title })
  await tile.getByRole('button', { name: 'Restore' }).click()
  await expect(tile).toHaveCount(0)
  await page.getByRole('link', { name: 'Drafts' }).click()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
})

test('no reason against publishing moves under the pointer while draft and stages arrive', async ({
  page,
  context,
}) => {
  await setSessionCookies(context, await registerVerified())
  // The draft is held back until the bytes have been sent.
  let release = () => {}
  const heldBack = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/works', async (route) => {
    if (route.request().method() === 'POST') await heldBack
    await route.continue()
  })
  await page.goto('/upload')
  const positions = await watchPositions(page)
  await page.locator('input[type=file]').setInputFiles(glb(await makeGarment(viewerGarment)))
  await expectRow(page, 'upload', 'done')
  await expect(page.getByRole('button', { name: 'Add a video' })).toBeDisabled()
  release()
  await expect(page.getByRole('link', { name: 'Write a description' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a video' })).toBeEnabled()
  await expectRow(page, 'ready_to_publish', 'done')
  await expect(page.getByRole('radio', { name: 'Image 1' })).toBeChecked()
  for (const [what, seen] of Object.entries(await positions())) expect(seen, what).toHaveLength(1)
})

test('a text file named .glb fails with a reason and another way; after our error, Retry works', async ({
  page,
  context,
}) => {
  await signInAsCreator(context)
  await page.goto('/upload')
  await page
    .locator('input[type=file]')
    .setInputFiles(glb(Buffer.from('this is not a garment\n'.repeat(40)), 'notes.glb'))
  await expectRow(page, 'processed', 'failed')
  await expectRow(page, 'ready_to_publish', 'waiting')
  await expect(page.getByText('This isn’t a 3D file that Toile can read.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload another file' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  // The state is not "Failed", which would suggest a retry. Only another file helps.
  await expect(page.locator('[data-stage=processed] .rail-state')).toHaveText('Not accepted')
  await expect(page.getByText(/^Reference: [0-9a-f-]{36}$/)).toBeVisible()

  // This imitates the answer after the last failed attempt. packages/db/src/uploads/uploads.test.ts tests Retry itself.
  const failure = { code: 'PROCESSING_FAILED', message: 'Something went wrong.', params: {} }
  await page.route(/\/uploads\/[0-9a-f-]+$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), failure, retryable: true } })
  })
  await page.reload()
  await expect(page.locator('[data-stage=processed] .rail-state')).toHaveText('Failed')
  await page.route(/\/retry$/, (route) => route.fulfill({ status: 409, json: { code: 'X', message: 'Not now.' } }))
  const retried = page.waitForRequest(/\/uploads\/[0-9a-f-]+\/retry$/)
  await page.getByRole('button', { name: 'Retry' }).click()
  expect((await retried).method()).toBe('POST')
})

test('a file over 500M, or of another kind, is refused before a byte is sent', async ({ page, context }) => {
  await signInAsCreator(context)
  const folder = mkdtempSync(path.join(tmpdir(), 'toile-e2e-'))
  const large = path.join(folder, 'large.glb')
  writeFileSync(large, '')
  truncateSync(large, 524_288_001)
  const log = record(page)
  await page.goto('/upload')
  await page.locator('input[type=file]').setInputFiles(large)
  await expect(page.getByRole('alert').filter({ hasText: 'file size over' })).toHaveText(
    'file size over max size (500M) please select smaller one!',
  )
  await page.locator('input[type=file]').setInputFiles(glb(Buffer.from('x'), 'sketch.png'))
  await expect(page.getByText('Toile can’t read this type of file.')).toBeVisible()
  const film = path.join(folder, 'film.mp4')
  writeFileSync(film, '')
  truncateSync(film, MAX_VIDEO_BYTES)
  await page.locator('input[type=file]').setInputFiles(film)
  await expect(page.getByText('Videos must be smaller than 50 MB.')).toBeVisible()
  expect(log.filter((line) => line.startsWith('POST'))).toEqual([])
  rmSync(folder, { recursive: true })
})

test('text typed just before the tab closes is saved', async ({ page, context }) => {
  const session = await registerVerified()
  await setSessionCookies(context, session)
  const work = await makeReleasedWork({ title: 'Coat of yesterday', login: session.user.email })
  await page.goto(`/upload/uploadDetail?work=${work.id}`)
  await expect(page.getByLabel('Title')).toHaveValue('Coat of yesterday')
  await page.getByLabel('Title').fill('Coat of today')
  await page.goto('about:blank')
  await page.goto(`/project/${work.id}`)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coat of today', { timeout: 2_000 })
  }).toPass()
})

test('while a new version uploads, the user leaves, and the tray leads back to the work that shows it', async ({
  page,
  context,
}) => {
  const session = await registerVerified()
  await setSessionCookies(context, session)
  const work = await makeReleasedWork({ title: 'Coat with a second cut', login: session.user.email })
  await page.goto(`/upload/uploadDetail?work=${work.id}`)
  const add = page.getByRole('button', { name: 'Upload new version' })
  await expect(add).toBeEnabled()
  await add
    .locator('xpath=..')
    .locator('input[type=file]')
    .setInputFiles(glb(await makeGarment(viewerGarment)))
  const show = page.getByRole('button', { name: 'Use in this work' })
  await expect(show).toBeVisible()
  await page.getByRole('link', { name: 'Creators' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Creators' })).toBeVisible()
  await page.locator('.tray').getByRole('link').click()
  await expect(page.getByLabel('Title')).toHaveValue('Coat with a second cut')
  await expect(show).toBeEnabled()
  await page.reload()
  await show.click()
  await expect(page.getByText('The work now shows the new version.')).toBeVisible()
  await expect(show).toHaveCount(0)
  await expect(add).toBeVisible()
  await page.goto('/admin/works?tab=draft')
  await expect(page.locator('.notice'), 'no draft was made of it').toBeVisible()
})
