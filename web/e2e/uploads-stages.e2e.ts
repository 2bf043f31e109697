import { newId } from '@toile/contracts/ids'
import { failUpload } from '@toile/db/queries/uploads-stages'
import { findUpload } from '@toile/db/queries/uploads'
import { makeGarment } from '@toile/testing/garments'
import { expect, type Page } from 'playwright/test'
import { openItsDb, sendingSpeed, sendSignal } from './running.js'
import { test } from './test.js'
import { carry, expectRow, registerByApi } from './visitor.js'

// What the stage rail says beside the good case: the line, another browser, and what broke.

let garment: Buffer
test.beforeAll(async () => {
  garment = await makeGarment({ segments: 32, textureSize: 512 })
})
test.beforeEach(async ({ context }) => carry(context, await registerByApi()))
// A worker that a test froze must not stay so.
test.afterEach(() => sendSignal('uploads', 'SIGCONT'))

async function upload(page: Page, name: string): Promise<string> {
  await page.goto('/upload')
  await page.locator('main input[type=file]').setInputFiles({ name, mimeType: 'model/gltf-binary', buffer: garment })
  await expect(page).toHaveURL(/uploadDetail/)
  return new URL(page.url()).searchParams.get('id')!
}

test(
  'who waits sees their place in line move, and what a second browser sees is the same',
  { tag: '@alone' },
  async ({ page, browser }) => {
    sendSignal('uploads', 'SIGSTOP')
    await upload(page, 'first.glb')
    await expect(page.getByText('Next in line')).toBeVisible()
    await upload(page, 'second.glb')
    await expect(page.getByText('2nd in line')).toBeVisible()

    const other = await browser.newContext()
    await other.addCookies(await page.context().cookies())
    const second = await other.newPage()
    await second.goto(page.url())
    await expect(second.getByText('2nd in line')).toBeVisible()
    sendSignal('uploads', 'SIGCONT')
    for (const one of [page, second]) {
      await expectRow(one, 'ready_to_publish', 'done')
      await expect(one.locator('.rail-place')).toHaveCount(0)
    }
    await other.close()
  },
)

test(
  'a worker at work: its steps, the time left, how old the news is; each stage is announced once',
  { tag: '@alone' },
  async ({ page }) => {
    const db = openItsDb()
    const sizeClass = Math.floor(Math.log2(garment.length) / 2)
    // As if twenty like files had taken four minutes at each stage.
    const rows = (['finished', 'processed', 'ready_to_publish'] as const).flatMap((stage) =>
      Array.from({ length: 20 }, () => ({
        upload_id: newId(),
        kind: 'model' as const,
        size_class: sizeClass,
        stage,
        seconds: 240,
      })),
    )
    await db.insertInto('stage_history').values(rows).execute()
    await page.addInitScript(() => {
      const said: string[] = []
      Object.assign(window, { said })
      new MutationObserver(() => {
        const text = document.querySelector('.rail [role=status]')?.textContent
        if (text && said.at(-1) !== text) said.push(text)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await upload(page, 'watched.glb')
    const row = page.locator('[data-stage=ready_to_publish]')
    await expect(row.locator('.steps li')).toHaveText(['Taking the first picture', 'Saving the picture'])
    sendSignal('uploads', 'SIGSTOP')
    await expect(row.locator('[data-state=running]')).toHaveCount(1)
    await expect(row.locator('.work-line')).toContainText(/About \d to 4 min left|About 4 min left/)
    await expect(row.locator('.work-line')).toContainText(/Last news [5-9] s ago/)
    sendSignal('uploads', 'SIGCONT')
    await expectRow(page, 'ready_to_publish', 'done')
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
    // The bytes may all be there, and be checked, before the rail knows of the upload; what was so from the start is not announced.
    expect(said.filter((text) => text !== 'Upload: Done' && text !== 'Finished: Done')).toEqual([
      'Processed: Done',
      'Ready to publish: Done',
    ])
    await db.deleteFrom('stage_history').where('seconds', '=', 240).execute()
    await db.destroy()
  },
)

test('bytes sent in one browser are seen arriving in another', async ({ page, browser }) => {
  const speed = await sendingSpeed(page)
  await page.goto('/upload')
  await speed(garment.length / 15)
  await page
    .locator('main input[type=file]')
    .setInputFiles({ name: 'far.glb', mimeType: 'model/gltf-binary', buffer: garment })
  await expect(page).toHaveTitle(/^[1-9]\d?% · /)
  await expect(page).toHaveURL(/uploadDetail/)
  const other = await browser.newContext()
  await other.addCookies(await page.context().cookies())
  const second = await other.newPage()
  await second.goto(page.url())
  await expect(second.getByText('Being sent from another tab or device')).toBeVisible()
  await expect(second.locator('.sending-line')).toContainText(/ · [1-9]\d%/)
  await speed(-1)
  await expectRow(second, 'upload', 'done')
})

test('a fault of ours says so in plain words, and Retry goes on from there', { tag: '@alone' }, async ({ page }) => {
  sendSignal('uploads', 'SIGSTOP')
  const id = await upload(page, 'unlucky.glb')
  await expectRow(page, 'finished', 'running')
  const db = openItsDb()
  const { attempt } = (await findUpload(db, id))!
  // As when all tries were used up.
  expect(await failUpload(db, { id, attempt }, { code: 'PROCESSING_FAILED', params: {} })).toBe(true)
  await db.destroy()
  await expectRow(page, 'finished', 'failed')
  await expect(page.locator('[data-stage=finished] .rail-state')).toHaveText('Failed')
  await expect(page.getByText(`Reference ${id}`)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Finished: Failed' })).toBeAttached()
  const retried = page.waitForResponse((response) => response.url().endsWith(`/uploads/${id}/retry`))
  await page.getByRole('button', { name: 'Retry' }).click()
  expect((await retried).status()).toBe(200)
  sendSignal('uploads', 'SIGCONT')
})
