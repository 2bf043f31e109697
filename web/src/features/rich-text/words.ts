import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words before the first line of it runs.
await loadWords({
  en: async () => ({ richText: (await import('../../i18n/en.rich-text.js')).enRichText }),
  'zh-CN': async () => ({ richText: (await import('../../i18n/zh-CN.rich-text.js')).zhCNRichText }),
})
