import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words before the first line of it runs.
await loadWords({
  en: async () => (await import('../../i18n/en.software.js')).enSoftware,
  'zh-CN': async () => (await import('../../i18n/zh-CN.software.js')).zhCNSoftware,
})
