import { loadWords } from '../../../i18n/index.js'

// Whoever imports this has the words of these pages before the first line of it runs.
await loadWords({
  en: async () => (await import('../../../i18n/en.users-backstage.js')).enUsersBackstage,
  'zh-CN': async () => (await import('../../../i18n/zh-CN.users-backstage.js')).zhCNUsersBackstage,
})
