import { expect } from 'playwright/test'
import { makeReleasedWork } from './released-work.js'
import { test } from './test.js'
import { baseUrl } from './visitor.js'

test('a work moves to the trash, returns by Undo, and is deleted permanently', async ({ open, person }) => {
  const { title } = await makeReleasedWork({ title: `Mine ${Date.now() % 1e6}`, login: person.user.email })
  const page = await open(person)
  await page.goto('/admin/works')
  const tab = (name: string) => page.getByRole('navigation', { name: 'My works' }).getByRole('link', { name })
  const count = async (name: string) => Number((await tab(name).innerText()).replace(/\D/g, ''))
  const tile = page.getByRole('link', { name: title, exact: true })
  await expect(tile).toBeVisible()
  // The account is new and has only this work. The counts load after the list.
  const [released, trashed] = [1, 0]
  await expect.poll(() => count('Published')).toBe(released)

  await page.getByRole('button', { name: `Move to trash: ${title}` }).click()
  await expect(tile).toBeHidden()
  await expect.poll(() => count('Trash')).toBe(trashed + 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tile).toBeVisible()
  await expect.poll(() => count('Published')).toBe(released)

  await page.getByRole('button', { name: `Move to trash: ${title}` }).click()
  await tab('Trash').click()
  await page.getByRole('button', { name: `Delete permanently: ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This can’t be undone.')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(tile).toBeHidden()
  await expect.poll(() => count('Trash')).toBe(trashed)

  await page.getByRole('link', { name: 'Overview' }).click()
  const figure = page.locator('.overview > div', { hasText: 'Published' })
  await expect(figure).toContainText(String(released - 1))
})

test('a draft is published or its form names what is missing; each move is undone', async ({ open, person }) => {
  const { id, title } = await makeReleasedWork({ title: `Moved ${Date.now() % 1e6}`, login: person.user.email })
  const page = await open(person)
  const tabs = page.getByRole('navigation', { name: 'My works' })
  const tile = page.getByRole('link', { name: title, exact: true })
  const act = (name: string) => page.getByRole('button', { name: `${name}: ${title}` }).click()
  const toast = (text: string) => page.locator('.toast', { hasText: text })
  const move = async (tab: string, name: string, message: string) => {
    await tabs.getByRole('link', { name: tab }).click()
    await act(name)
    await expect(tile).toBeHidden()
    await toast(message).getByRole('button', { name: 'Undo' }).click()
    await expect(tile, `${name} is undone`).toBeVisible()
    await act(name)
    await expect(tile).toBeHidden()
  }
  await page.goto('/admin/works')
  await move('Published', 'Unpublish', 'Moved to drafts.')
  await move('Draft', 'Publish', 'Published.')
  await move('Published', 'Move to trash', 'Moved to trash.')
  await move('Trash', 'Restore', 'Restored as a draft.')

  const emptied = await fetch(`${baseUrl}/works/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tags: [], clear: ['coverId'] }),
  })
  expect(emptied.status).toBe(200)
  await page.goto('/admin/works?tab=draft')
  await act('Publish')
  await expect(toast('Before you publish: Add at least one tag. Choose a cover.')).toBeVisible()
  await expect(page).toHaveURL(`/upload/uploadDetail?work=${id}`)
  await expect(page.getByLabel('Title')).toHaveValue(title)
})
