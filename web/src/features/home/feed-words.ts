import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words before the first line of it runs.
await loadWords({
  en: async () => ({ feed: (await import('../../i18n/en.feed.js')).enFeed }),
  'zh-CN': async () => ({ feed: (await import('../../i18n/zh-CN.feed.js')).zhCNFeed }),
})
