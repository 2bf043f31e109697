import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words of the notice before the first line of it runs.
await loadWords({
  en: async () => ({ hidden: (await import('../../i18n/en.hidden.js')).enHidden }),
  'zh-CN': async () => ({ hidden: (await import('../../i18n/zh-CN.hidden.js')).zhCNHidden }),
})
