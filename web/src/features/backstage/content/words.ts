import { loadWords } from '../../../i18n/index.js'

// Whoever imports this has the words of content in the back office before the first line of it runs.
await loadWords({
  en: async () => (await import('../../../i18n/en.content-backstage.js')).enContentBackstage,
  'zh-CN': async () => (await import('../../../i18n/zh-CN.content-backstage.js')).zhCNContentBackstage,
})
