import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words of appeals before the first line of it runs.
await loadWords({
  en: async () => (await import('../../i18n/en.appeals.js')).enAppeals,
  'zh-CN': async () => (await import('../../i18n/zh-CN.appeals.js')).zhCNAppeals,
})
