import { expect, type Page } from 'playwright/test'
import { countViews } from '@toile/db/queries/page-views'
import { openItsDb } from './running.js'
import { test } from './test.js'
import { adminSession, carry } from './visitor.js'

// The back office's menu as the specification words it, and its dashboard.

const asAdministrator = () => adminSession()

/** Each group with whether it is open and its entries, as Chinese label and what stands beside it. */
const menuOf = (page: Page) =>
  page.locator('.office-nav details').evaluateAll((groups) =>
    groups.map((group) => {
      const [summary, ...entries] = [...group.querySelectorAll('summary, a')].map((one) =>
        [...one.querySelectorAll('[lang=zh-CN], [lang=en]')].map((part) => part.textContent).join(' '),
      )
      return { summary, isOpen: (group as HTMLDetailsElement).open, entries }
    }),
  )

for (const locale of ['en-US', 'zh-CN'])
  test(`S11 the menu is Chinese with English beside it, in ${locale} too, two groups open`, async ({ browser }) => {
    const context = await browser.newContext({ locale })
    await carry(context, await asAdministrator())
    const page = await context.newPage()
    await page.goto('/backgroundAdmin/operatingCenter/worksList')
    await expect(page.locator('.office-nav')).toBeVisible()
    expect(await menuOf(page)).toEqual([
      {
        summary: '运营管理中心 Operations',
        isOpen: true,
        entries: [
          ...['作品列表 Works', '未上架作品 Unlisted', '租户运营 Tenants', '评论列表 Comments'],
          ...['S码 S codes', '软件激活 Activations'],
        ],
      },
      { summary: '学习中心管理 Learning', isOpen: false, entries: ['学习中心 Courses'] },
      { summary: '活动中心管理 Activities', isOpen: true, entries: ['活动列表 Activities', '建模活动 Entries'] },
      { summary: '用户管理中心 People', isOpen: false, entries: ['用户管理 Users', '创作者 Creators'] },
      {
        summary: '系统管理 System',
        isOpen: false,
        entries: [
          ...['概览 Overview', '市场商品 Market items', '软件包 Packages', '作品分类 Categories'],
          ...['公告 Announcements', '举报 Reports', '操作日志 Audit', '数据分析 Analytics', '队列健康 Queues'],
        ],
      },
    ])
  })

test('the dashboard draws views, and says how long each page was looked at', async ({ browser }) => {
  // No other test looks at this page for so long.
  const path = '/social/facebook/login'
  const views = [70, 71, 72].map((seconds) => ({ at: new Date(), path, seconds, signedIn: false, referred: false }))
  // As the worker does each minute, and without moving on from where it is.
  const db = openItsDb()
  await countViews(db, (place) => Promise.resolve({ place, views }))
  await db.destroy()
  const context = await browser.newContext({ locale: 'en-US' })
  await carry(context, await asAdministrator())
  const page = await context.newPage()
  const row = page.getByRole('row').filter({ has: page.locator('code', { hasText: path }) })
  await page.goto('/backgroundAdmin/analytics')
  await expect(row.getByRole('cell').last()).toHaveText(/^1 min|^7\d(\.\d)? s/)
  await expect(page.getByLabel('In short')).toContainText(/nine of ten below \d/)
  const plot = page.getByRole('region', { name: 'Views' }).locator('canvas')
  await expect(plot).toBeVisible()
  const inks = await plot.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    return new Set(new Uint32Array(data.buffer)).size
  })
  expect(inks, 'axes and bars are drawn').toBeGreaterThan(2)
})
