import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words of the back office before the first line of it runs.
await loadWords({
  en: async () => (await import('../../i18n/en.backstage.js')).enBackstage,
  'zh-CN': async () => (await import('../../i18n/zh-CN.backstage.js')).zhCNBackstage,
})
