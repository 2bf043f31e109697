import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words of activities before the first line of it runs.
await loadWords({
  en: async () => (await import('../../i18n/en.activities.js')).enActivities,
  'zh-CN': async () => (await import('../../i18n/zh-CN.activities.js')).zhCNActivities,
})
