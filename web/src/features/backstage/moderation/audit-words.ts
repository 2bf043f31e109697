import { loadWords } from '../../../i18n/index.js'

// Whoever imports this has the words for what actions change before the first line of it runs.
await loadWords({
  en: async () => (await import('../../../i18n/en.audit-fields.js')).enAuditFields,
  'zh-CN': async () => (await import('../../../i18n/zh-CN.audit-fields.js')).zhCNAuditFields,
})
