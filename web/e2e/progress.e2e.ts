import { makeGarment } from '@toile/testing/garments/garments'
import { devices, expect } from 'playwright/test'
import { expectNoViolations } from './axe.js'
import { registerVerified } from './released-work.js'
import { uploadThrottle } from './toile-under-test.js'
import { test } from './test.js'
import { baseUrl, setSessionCookies } from './visitor.js'

const { isMobile, hasTouch, userAgent, deviceScaleFactor } = devices['Pixel 7']

test('a phone follows the stages of a desk’s upload and its render, in the phone’s width', async ({ browser }) => {
  const session = await registerVerified()
  const desk = await browser.newContext()
  const pocket = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile,
    hasTouch,
    userAgent,
    deviceScaleFactor,
  })
  for (const context of [desk, pocket]) await setSessionCookies(context, session)
  const phone = await pocket.newPage()
  const width = () => phone.evaluate(() => [innerWidth, document.documentElement.scrollWidth])

  await phone.goto('/agreement/agree')
  await expect.poll(width).toEqual([1200, 1200])
  await phone.locator('.user-menu > button').click()
  await phone.getByRole('link', { name: 'Uploads and renders' }).click()
  await expect(phone.getByText('Nothing in progress.')).toBeVisible()
  await expect(phone.getByText('No uploads yet.')).toBeVisible()
  await expect.poll(width).toEqual([390, 390])

  const page = await desk.newPage()
  const speed = await uploadThrottle(page)
  const buffer = await makeGarment({ segments: 32, textureSize: 512 })
  await page.goto('/upload')
  await speed(buffer.length / 15)
  await page.locator('main input[type=file]').setInputFiles({ name: 'coat.glb', mimeType: 'model/gltf-binary', buffer })
  const upload = phone.getByRole('listitem').filter({ hasText: 'coat.glb' })
  await expect(upload.locator('.progress-stage')).toHaveText('Uploading the file')
  await expect(upload.locator('.sending-line')).toContainText(/ · [1-9]\d?%/)
  await expect(phone.getByText('1 in progress')).toBeVisible()
  await speed(-1)
  await expect(upload.locator('.progress-stage')).toHaveText('Ready to publish')
  await expect(phone.getByText('Nothing in progress.')).toBeVisible()

  const uploadId = new URL(page.url()).searchParams.get('id')
  const sent = await fetch(`${baseUrl}/renders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      source: { uploadId },
      width: 160,
      height: 208,
      engine: 'preview',
      type: 'still',
      name: 'From behind',
    }),
  })
  expect(sent.status).toBe(201)
  const render = phone.getByRole('listitem').filter({ hasText: 'From behind' })
  await expect(render.locator('.render-status')).toHaveText('Finished')
  await expect.poll(width).toEqual([390, 390])
  await expectNoViolations(phone, 'the progress page')

  await render.getByRole('link').click()
  await expect(phone).toHaveURL(/\/admin\/cloud\?id=/)
  await expect.poll(width).toEqual([390, 390])
  await phone.goBack()
  await upload.getByRole('link').click()
  await expect(phone).toHaveURL(/uploadDetail/)
  await expect.poll(width).toEqual([1200, 1200])
  await phone.locator('.rail').getByRole('link', { name: 'Uploads and renders' }).click()
  await expect(upload.locator('.progress-stage')).toHaveText('Ready to publish')
})
