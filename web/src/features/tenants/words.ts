import { loadWords } from '../../i18n/index.js'

// Whoever imports this has the words of tenants and categories before the first line of it runs.
await loadWords({
  en: async () => (await import('../../i18n/en.tenants.js')).enTenants,
  'zh-CN': async () => (await import('../../i18n/zh-CN.tenants.js')).zhCNTenants,
})
