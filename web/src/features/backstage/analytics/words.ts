import { loadWords } from '../../../i18n/index.js'

// Whoever imports this has the words of the page before the first line of it runs.
await loadWords({
  en: async () => (await import('../../../i18n/en.analytics-backstage.js')).enAnalytics,
  'zh-CN': async () => (await import('../../../i18n/zh-CN.analytics-backstage.js')).zhCNAnalytics,
})
