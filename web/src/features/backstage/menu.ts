import { pages } from '@toile/contracts/pages.constants'

interface Entry {
  path: string
  label: string
}
interface Group {
  label: string
  /** Whether it is open at first. */
  expanded: boolean
  entries: readonly Entry[]
}

/** The menu of the back office, in the order and with the Chinese labels of the specification. */
const groups: readonly Group[] = [
  {
    label: '运营管理中心',
    expanded: true,
    entries: [
      { path: '/backgroundAdmin/operatingCenter/worksList', label: '作品列表' },
      { path: '/backgroundAdmin/operatingCenter/notFramer', label: '未上架作品' },
      { path: '/backgroundAdmin/operatingCenter/tenantOperation', label: '租户运营' },
      { path: '/backgroundAdmin/operatingCenter/commentList', label: '评论列表' },
      { path: '/backgroundAdmin/operatingCenter/sCode', label: 'S 码' },
      { path: '/backgroundAdmin/operatingCenter/softwareActivate', label: '软件激活' },
    ],
  },
  {
    label: '学习中心管理',
    expanded: false,
    entries: [{ path: '/backgroundAdmin/learningCenter', label: '学习中心' }],
  },
  {
    label: '活动中心管理',
    expanded: true,
    entries: [
      { path: '/backgroundAdmin/activityCenter', label: '活动列表' },
      { path: '/backgroundAdmin/activityCenter/avtiveworks', label: '建模活动作品' },
    ],
  },
  {
    label: '用户管理中心',
    expanded: false,
    entries: [{ path: '/backgroundAdmin/userManagement', label: '用户管理' }],
  },
  {
    label: '系统运维',
    expanded: true,
    entries: [
      { path: '/backgroundAdmin/queues', label: '队列健康' },
      { path: '/backgroundAdmin/audit', label: '操作日志' },
    ],
  },
]

const isThere = ({ path }: Entry) => (pages as readonly string[]).includes(path)

/** What of the menu leads somewhere: an entry shows as soon as its page is there. */
export const menu = groups
  .map((group) => ({ ...group, entries: group.entries.filter(isThere) }))
  .filter(({ entries }) => entries.length > 0)
