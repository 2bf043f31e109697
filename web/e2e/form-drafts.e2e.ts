import { expect } from 'playwright/test'
import { makeReleasedWork, registerVerified } from './released-work.js'
import { test } from './test.js'
import { navigateInPage } from './visitor.js'

test('unsent text is kept until it is sent or the user signs out', async ({ open, person }) => {
  const other = await registerVerified()
  const { id } = await makeReleasedWork({ login: other.user.email! })
  const page = await open(person)
  await page.goto(`/project/${id}`)
  const comment = page.getByLabel('Your comment')
  await comment.fill('Half a thought')
  await page.getByRole('link', { name: 'Creators', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Creators' })).toBeVisible()
  await page.goBack()
  await expect(comment).toHaveValue('Half a thought')
  await page.reload()
  await expect(comment).toHaveValue('Half a thought')

  await page.goto(`/creators/personalPage?id=${other.user.id}`)
  await page.getByRole('button', { name: 'Message' }).click()
  await page.getByLabel('Write a message').fill('Half a message')
  await page.goto('/admin/profile')
  await page.getByLabel('Occupation').fill('Half a tailor')
  await page.goto(`/creators/personalPage?id=${other.user.id}`)
  await page.getByRole('button', { name: 'Message' }).click()
  await expect(page.getByLabel('Write a message')).toHaveValue('Half a message')
  await page.goto('/admin/profile')
  await expect(page.getByLabel('Occupation')).toHaveValue('Half a tailor')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Occupation')).toHaveValue('')

  await page.goto(`/project/${id}`)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const sentComment = page.locator('article[aria-busy=false]').getByText('Half a thought')
  await expect(sentComment).toBeVisible()
  await page.reload()
  await expect(sentComment).toBeVisible()
  await expect(comment).toHaveValue('')
  await comment.fill('Not for the next one')
  const storedText = () => page.evaluate(() => Object.values(localStorage).join())
  expect(await storedText()).toContain('Not for the next one')
  await page.getByRole('button', { name: `Account: ${person.user.name}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await storedText()).not.toContain('Half a')
  expect(await storedText()).not.toContain('Not for the next one')
})

test('text typed while a form is being sent stays, unsaved', async ({ open, person }) => {
  const page = await open(person)
  await page.goto('/admin/profile')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/me/profile', async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  await page.getByLabel('Occupation').fill('Tailor')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Company').fill('House of toile')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  release()
  await saved
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(page.getByLabel('Occupation')).toHaveValue('Tailor')
  await expect(page.getByLabel('Company')).toHaveValue('House of toile')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Company')).toHaveValue('')
  await expect(page.getByLabel('Occupation'), 'what was sent is saved').toHaveValue('Tailor')
})

test('a dialog stays open when the texts of antd arrive in the user’s language', async ({ open, person }) => {
  const page = await open(person, { locale: 'zh-CN' })
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let address = ''
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('条/页')) {
      address = route.request().url()
      await released
    }
    await route.fulfill({ response })
  })
  await page.goto('/admin/profile')
  await page.getByRole('button', { name: '更换邮箱' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('new@example.test')
  await expect.poll(() => address).not.toBe('')
  release()
  await page.evaluate(async (url) => {
    await import(url)
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, address)
  await expect(dialog.getByRole('textbox')).toHaveValue('new@example.test')
})

test('closing a dialog returns the focus to what opened it', async ({ open, person }) => {
  const { id } = await makeReleasedWork()
  const page = await open(person)
  await page.goto('/creators')
  await navigateInPage(page, `/project/${id}`)
  const report = page.locator('.work-actions').getByRole('button', { name: 'Report' })
  const dialog = page.getByRole('dialog')
  const opened = async () => {
    await report.focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
  }
  await opened()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(report).toBeFocused()
  await opened()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(report).toBeFocused()
  await opened()
  await dialog.getByRole('textbox').fill('It is mine')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toBeHidden()
  await expect(report).toBeFocused()
  await opened()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Creators' })).toBeFocused()
})
