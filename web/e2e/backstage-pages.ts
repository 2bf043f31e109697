import { backstageColumns, type BackstageTableName } from '@toile/contracts/backstage/backstage-tables.constants'
import { expect, type Page } from 'playwright/test'

// The texts of the admin menu are those of the specification.

const CENTER = '/backgroundAdmin/operatingCenter'
export const tableAddresses: Record<BackstageTableName, string> = {
  works: `${CENTER}/worksList`,
  unlisted: `${CENTER}/notFramer`,
  tenants: `${CENTER}/tenantOperation`,
  comments: `${CENTER}/commentList`,
  's-codes': `${CENTER}/sCode`,
  's-code-batches': `${CENTER}/sCode?list=batches`,
  activations: `${CENTER}/softwareActivate`,
  courses: '/backgroundAdmin/learningCenter',
  activities: '/backgroundAdmin/activityCenter',
  entries: '/backgroundAdmin/activityCenter/avtiveworks',
  users: '/backgroundAdmin/userManagement',
  creators: '/backgroundAdmin/creators',
  market: '/backgroundAdmin/marketItems',
  packages: '/backgroundAdmin/packages',
  announcements: '/backgroundAdmin/announcements',
  cases: '/backgroundAdmin/reports',
  audit: '/backgroundAdmin/audit',
}

/** Expects exactly the columns of backstage-tables.constants.ts if the address is that of an admin table. */
export async function expectColumns(page: Page, address: string): Promise<void> {
  const name = (Object.keys(tableAddresses) as BackstageTableName[]).find((one) => tableAddresses[one] === address)
  if (!name) return
  await page.getByRole('button', { name: 'Columns' }).click()
  const choices = page.locator('.backstage-columns input')
  const names = () => choices.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name))
  const columns = Object.keys(backstageColumns[name]).sort().join()
  await expect.poll(async () => (await names()).sort().join(), { message: name }).toBe(columns)
  await page.keyboard.press('Escape')
}

export async function chooseFilter(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  const found = page.locator('.ant-select-item-option').getByText(option, { exact: true })
  await expect(found).toBeInViewport()
  await found.click()
}

/** Returns the menu's groups and entries as Chinese and English labels, and whether each group is open. */
export const menuOf = (page: Page) =>
  page.locator('.backstage-nav details').evaluateAll((groups) =>
    groups.map((group) => {
      const [summary, ...entries] = [...group.querySelectorAll('summary, a')].map((one) =>
        [...one.querySelectorAll('[lang=zh-CN], [lang=en]')].map((part) => part.textContent).join(' '),
      )
      return { summary, isOpen: (group as HTMLDetailsElement).open, entries }
    }),
  )

export const menu = [
  {
    summary: '运营管理中心 Operations',
    isOpen: true,
    entries: [
      ...['作品列表 Works', '未上架作品 Unlisted', '租户运营 Tenants', '评论列表 Comments'],
      ...['S 码 S codes', '软件激活 Activations'],
    ],
  },
  { summary: '学习中心管理 Learning', isOpen: false, entries: ['学习中心 Courses'] },
  { summary: '活动中心管理 Activities', isOpen: true, entries: ['活动列表 Activities', '建模活动 Entries'] },
  { summary: '用户管理中心 Users', isOpen: false, entries: ['用户管理 Users', '创作者 Creators'] },
  {
    summary: '系统管理 System',
    isOpen: false,
    entries: [
      ...['概览 Overview', '市场素材 Market items', '软件包 Packages', '作品分类 Categories'],
      ...['公告 Announcements', '举报 Reports', '操作日志 Audit log', '数据分析 Analytics', '队列监控 Queue health'],
    ],
  },
]
