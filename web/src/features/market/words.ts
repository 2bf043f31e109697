import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words of the market before the first line of it runs.
await loadWords({
  en: async () => ({ market: (await import('../../i18n/en.market.js')).enMarket }),
  'zh-CN': async () => ({ market: (await import('../../i18n/zh-CN.market.js')).zhCNMarket }),
})
