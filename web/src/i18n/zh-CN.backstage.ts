import type { BackstageWords } from './en.backstage.js'
import { zhCNBackstageTable } from './zh-CN.backstage-table.js'
import { zhCNOverview } from './zh-CN.overview.js'
import { zhCNQueues } from './zh-CN.queues.js'

export const zhCNBackstage: BackstageWords = { ...zhCNBackstageTable, ...zhCNOverview, queues: zhCNQueues }
