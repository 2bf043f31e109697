import type { OfficeWords } from './en.office.js'
import { zhCNOfficeTable } from './zh-CN.office-table.js'
import { zhCNOverview } from './zh-CN.overview.js'
import { zhCNQueues } from './zh-CN.queues.js'

export const zhCNOffice: OfficeWords = { ...zhCNOfficeTable, ...zhCNOverview, queues: zhCNQueues }
