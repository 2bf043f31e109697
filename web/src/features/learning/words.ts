import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words of courses before the first line of it runs.
await loadWords({
  en: async () => ({ learning: (await import('../../i18n/en.learning.js')).enLearning }),
  'zh-CN': async () => ({ learning: (await import('../../i18n/zh-CN.learning.js')).zhCNLearning }),
})
