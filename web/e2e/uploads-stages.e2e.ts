import { progressReporter } from '@toile/bus/progress'
import type { UploadStageMessage } from '@toile/contracts/uploads/uploads'
import { findUpload } from '@toile/db/uploads/uploads'
import { failUpload, stageEntry } from '@toile/db/uploads/uploads-transitions'
import { findLogin } from '@toile/db/users/users'
import { makeUpload } from '@toile/testing/factories'
import { sql } from 'kysely'
import { expect } from 'playwright/test'
import { createUser } from './users.js'
import { openTestDb, openTestRedis } from './toile-under-test.js'
import { test } from './test.js'

// Tests live messages while an upload waits, runs and fails. row-detail.test.ts tests the texts.

test('an open page shows its place in line, a worker’s progress and our error; Retry queues it again', async ({
  open,
}) => {
  const db = openTestDb()
  const redis = openTestRedis()
  // Only one file of an unverified account is processed at a time, so the second file waits for the first.
  const una = await createUser({ verified: false })
  const owner = (await findLogin(db, una.user.name))!
  const processed = async () => {
    const id = await makeUpload(db, owner)
    await sql`update uploads set stage = 'processed', received_at = now(), updated_at = now(), version = 3,
      stages = stages || ${stageEntry('finished')} || ${stageEntry('processed')} where id = ${id}`.execute(db)
    return id
  }
  const atWork = await processed()
  await sql`update uploads set admitted_at = now() where id = ${atWork}`.execute(db)
  const id = await processed()
  let minutes = 0
  /**
   * Sends a stage message as the relay and the workers do. The message has a future time, so the page ignores messages
   * of the relay that have the same version.
   */
  const tell = (news: Partial<UploadStageMessage>) =>
    progressReporter(redis)(id, {
      room: `user:${owner.id}`,
      event: 'upload:stage',
      payload: {
        ...{ uploadId: id, stage: 'processed', progress: 0, version: 3 },
        ...{ at: new Date(Date.now() + ++minutes * 60_000).toISOString(), ...news },
      },
    })

  const page = await open(una)
  const connected = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')))
  await page.goto(`/upload/uploadDetail?id=${id}`)
  const row = page.locator('[data-stage=ready_to_publish]')
  const place = row.locator('.rail-place')
  await expect(place, 'as the API says').toHaveText(/^(Next|\d+(st|nd|rd|th)) in the queue$/)
  await connected
  tell({ place: 977 })
  await expect(place, 'as the message says').toHaveText('977th in the queue')
  await expect(row.locator('.rail-state')).toHaveText('Waiting')

  tell({ step: 'encode', progress: 0.6, eta: { minSeconds: 120, maxSeconds: 240 } })
  await expect(row.locator('[data-state=running]'), 'a worker has begun').toHaveText('Saving the image')
  await expect(place).toHaveCount(0)
  await expect(row.locator('.work-line')).toHaveText(/^About [12] to 4 min left/)

  // Only a retry restarts a failed upload, so no worker changes it during these checks.
  expect(await failUpload(db, { id, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })).toBe(true)
  await expect(row).toHaveAttribute('data-state', 'failed')
  await expect(row.locator('.rail-state')).toHaveText('Failed')
  await expect(page.getByText(`Reference: ${id}`)).toBeVisible()
  await expect(page.locator('.rail [role=status]')).toHaveText('Ready to publish: Failed')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(place).toHaveText(/in the queue$/)
  const { attempt } = (await findUpload(db, id))!
  expect(attempt).toBe(2)

  // Fails both uploads, so that no worker takes them: they have no bytes.
  await failUpload(db, { id, attempt }, { code: 'PROCESSING_FAILED', params: {} })
  await failUpload(db, { id: atWork, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
  await db.destroy()
  redis.disconnect()
})
