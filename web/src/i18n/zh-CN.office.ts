import type { OfficeWords } from './en.office.js'
import { zhCNQueues } from './zh-CN.queues.js'

export const zhCNOffice: OfficeWords = { queues: zhCNQueues }
