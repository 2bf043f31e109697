import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { inTransaction } from '@toile/db/client'
import { findLogin } from '@toile/db/users/users'
import { updateWork } from '@toile/db/works/works-transitions'
import { makeImage } from '@toile/testing/factories'
import { expect } from 'playwright/test'
import { makeReleasedWork } from './released-work.js'
import { openTestDb } from './toile-under-test.js'
import { test } from './test.js'
import { baseUrl, creator } from './visitor.js'

test('a public work shows in a frame of another site, always in light colours; no other page does', async ({
  open,
}) => {
  const work = await makeReleasedWork()
  const other = createServer((request, response) => {
    const source = new URL(request.url ?? '/', 'http://localhost').searchParams.get('of')
    response.setHeader('content-type', 'text/html').end(`<iframe width="600" height="800" src="${source}"></iframe>`)
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const site = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const page = await open(undefined, { colorScheme: 'dark' })
  await page.goto(`${site}/?of=${baseUrl}/embed/${work.id}`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(work.title)
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(frame.getByRole('link', { name: work.title })).toHaveAttribute('href', `/project/${work.id}`)
  await page.goto(`${site}/?of=${baseUrl}/project/${work.id}`)
  // Chromium shows its error page in a refused frame.
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)

  await page.addInitScript(() => localStorage.setItem('colour-mode', 'dark'))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`/embed/${work.id}`)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.goto(`/project/${work.id}`)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  other.close()
})

test('a work with pictures only shows them when embedded', async ({ page }) => {
  const work = await makeReleasedWork()
  const db = openTestDb()
  const owner = (await findLogin(db, creator.login))!
  // This is one transaction, so that no worker sees the images before they are ready and looks for their bytes.
  await inTransaction(db, async (trx) => {
    const images = [await makeImage(trx, owner, 'detail'), await makeImage(trx, owner, 'detail')]
    await updateWork(trx, work.id, { upload_id: null, image_ids: images })
  })
  await db.destroy()
  await page.goto(`/embed/${work.id}`)
  await expect(page.getByRole('img', { name: 'Detail image 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Show detail image 2' }).click()
  await expect(page.getByRole('img', { name: 'Detail image 2' })).toBeVisible()
  await expect(page.getByText('The 3D model isn’t ready yet.')).toHaveCount(0)
  await expect(page.locator('.embed-line'), 'all of it in the frame').toBeInViewport({ ratio: 1 })
})
