import en from '../../locales/en/queues.json'
import zhCN from '../../locales/zh-CN/queues.json'
import type { QueueName } from '../jobs.js'
import type { Language } from '../languages.constants.js'

const words: Record<Language, Record<QueueName, string>> = { en, 'zh-CN': zhCN }

/** Undefined for an empty name (an alert about the whole installation) and for a queue that this version lacks. */
export const queueText = (name: string, language: Language): string | undefined => words[language][name as QueueName]
