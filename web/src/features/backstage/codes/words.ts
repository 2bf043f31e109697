import { loadWords } from '../../../i18n/index.js'

// Whoever imports this has the words of S codes and activations before the first line of it runs.
await loadWords({
  en: async () => (await import('../../../i18n/en.codes-backstage.js')).enCodesBackstage,
  'zh-CN': async () => (await import('../../../i18n/zh-CN.codes-backstage.js')).zhCNCodesBackstage,
})
