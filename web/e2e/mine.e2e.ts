import { expect } from 'playwright/test'
import { makeReleasedWork, registerVerified } from './released-work.js'
import { test } from './test.js'
import { carry } from './visitor.js'

test('a work goes to the trash, comes back by Undo as it was, and is deleted for good', async ({ page, context }) => {
  const session = await registerVerified()
  await carry(context, session)
  const { title } = await makeReleasedWork({ title: `Mine ${Date.now() % 1e6}`, login: session.user.email })
  await page.goto('/admin/works')
  const tab = (name: string) => page.getByRole('navigation', { name: 'My works' }).getByRole('link', { name })
  const count = async (name: string) => Number((await tab(name).innerText()).replace(/\D/g, ''))
  const tile = page.getByRole('link', { name: title, exact: true })
  await expect(tile).toBeVisible()
  // An account of its own: this work is all it has. The counts come after the list.
  const [released, trashed] = [1, 0]
  await expect.poll(() => count('Released')).toBe(released)

  await page.getByRole('button', { name: `Move to trash: ${title}` }).click()
  await expect(tile).toBeHidden()
  await expect.poll(() => count('Trash')).toBe(trashed + 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tile).toBeVisible()
  await expect.poll(() => count('Released')).toBe(released)

  await page.getByRole('button', { name: `Move to trash: ${title}` }).click()
  await tab('Trash').click()
  await page.getByRole('button', { name: `Delete for good: ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This cannot be undone.')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(tile).toBeHidden()
  await expect.poll(() => count('Trash')).toBe(trashed)

  await page.getByRole('link', { name: 'Overview' }).click()
  const figure = page.locator('.overview > div', { hasText: 'Released' })
  await expect(figure).toContainText(String(released - 1))
})
