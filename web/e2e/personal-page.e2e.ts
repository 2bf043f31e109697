import { phoneJpeg } from '@toile/testing/files/pictures'
import { expect } from 'playwright/test'
import { makeReleasedWork } from './released-work.js'
import { test } from './test.js'

test('the owner sets a banner and arranges works by keyboard; a visitor sees both', async ({
  open,
  person: session,
}) => {
  const page = await open(session)
  // The window is wide enough for all 12 columns.
  await page.setViewportSize({ width: 1440, height: 900 })
  const login = session.user.email
  const { title } = await makeReleasedWork({ title: `Placed ${Date.now() % 1e6}`, login })
  await makeReleasedWork({ title: 'Beside it', login })
  await page.goto('/creators')
  await page.getByRole('link', { name: session.user.name, exact: true }).first().click()

  await page
    .getByTestId('banner-file')
    .setInputFiles({ name: 'banner.jpg', mimeType: 'image/jpeg', buffer: await phoneJpeg(1, 2400, 800) })
  await page.getByRole('button', { name: 'Apply crop' }).click()
  const banner = page.locator('.banner img')
  await expect(banner).toBeVisible()
  const box = (await banner.boundingBox())!
  expect(box.width / box.height).toBeCloseTo(1920 / 420, 1)

  await page.getByRole('button', { name: 'Arrange works' }).click()
  const handle = page.getByRole('button', { name: `Position of ${title}` })
  await handle.press('Shift+ArrowRight')
  await expect(page.getByText(/^Row \d+, column \d+, 4 wide, 3 high$/)).toBeAttached()
  // Two keys so quick that the grid has not drawn the first yet.
  await handle.evaluate(async (button) => {
    for (let i = 0; i < 2; i++) {
      await Promise.resolve()
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true }))
    }
  })
  await expect(page.getByText(/, 6 wide, 3 high$/)).toBeAttached()
  await page.getByRole('button', { name: 'Save layout' }).click()
  await expect(page.getByText('Layout saved.')).toBeVisible()

  const visitor = await open()
  await visitor.setViewportSize({ width: 1440, height: 900 })
  await visitor.goto(page.url())
  await expect(visitor.locator('.banner img')).toBeVisible()
  const widthOf = async (name: string | RegExp) =>
    (await visitor.locator('.react-grid-item', { hasText: name }).first().boundingBox())!.width
  await expect(visitor.locator('.react-grid-item', { hasText: title })).toBeVisible()
  const ratio = async () => (await widthOf(title)) / (await widthOf('Beside it'))
  await expect.poll(ratio, 'once the tiles have come to rest').toBeCloseTo(2, 1)

  await page.getByRole('button', { name: 'Arrange works' }).click()
  await page.getByRole('button', { name: 'Reset to newest first' }).click()
  await expect(page.locator('.react-grid-item')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove banner' }).click()
  await expect(banner).toHaveCount(0)
})
