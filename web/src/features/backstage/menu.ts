import type { Page } from '@toile/contracts/pages.constants'

interface Entry {
  path: Page
  label: string
  english: string
}
interface Group {
  label: string
  english: string
  expanded: boolean
  entries: readonly Entry[]
}

/** The specification prescribes the order and the Chinese labels. */
export const menu: readonly Group[] = [
  {
    label: '运营管理中心',
    english: 'Operations',
    expanded: true,
    entries: [
      { path: '/backgroundAdmin/operatingCenter/worksList', label: '作品列表', english: 'Works' },
      { path: '/backgroundAdmin/operatingCenter/notFramer', label: '未上架作品', english: 'Unlisted' },
      { path: '/backgroundAdmin/operatingCenter/tenantOperation', label: '租户运营', english: 'Tenants' },
      { path: '/backgroundAdmin/operatingCenter/commentList', label: '评论列表', english: 'Comments' },
      { path: '/backgroundAdmin/operatingCenter/sCode', label: 'S 码', english: 'S codes' },
      { path: '/backgroundAdmin/operatingCenter/softwareActivate', label: '软件激活', english: 'Activations' },
    ],
  },
  {
    label: '学习中心管理',
    english: 'Learning',
    expanded: false,
    entries: [{ path: '/backgroundAdmin/learningCenter', label: '学习中心', english: 'Courses' }],
  },
  {
    label: '活动中心管理',
    english: 'Activities',
    expanded: true,
    entries: [
      { path: '/backgroundAdmin/activityCenter', label: '活动列表', english: 'Activities' },
      { path: '/backgroundAdmin/activityCenter/avtiveworks', label: '建模活动', english: 'Entries' },
    ],
  },
  {
    label: '用户管理中心',
    english: 'Users',
    expanded: false,
    entries: [
      { path: '/backgroundAdmin/userManagement', label: '用户管理', english: 'Users' },
      { path: '/backgroundAdmin/creators', label: '创作者', english: 'Creators' },
    ],
  },
  {
    label: '系统管理',
    english: 'System',
    expanded: false,
    entries: [
      { path: '/backgroundAdmin', label: '概览', english: 'Overview' },
      { path: '/backgroundAdmin/marketItems', label: '市场素材', english: 'Market items' },
      { path: '/backgroundAdmin/packages', label: '软件包', english: 'Packages' },
      { path: '/backgroundAdmin/categories', label: '作品分类', english: 'Categories' },
      { path: '/backgroundAdmin/announcements', label: '公告', english: 'Announcements' },
      { path: '/backgroundAdmin/reports', label: '举报', english: 'Reports' },
      { path: '/backgroundAdmin/audit', label: '操作日志', english: 'Audit log' },
      { path: '/backgroundAdmin/analytics', label: '数据分析', english: 'Analytics' },
      { path: '/backgroundAdmin/queues', label: '队列监控', english: 'Queue health' },
    ],
  },
]
