import { loadWords } from '../../../i18n/index.js'

// Whoever imports this has the words of the tables of works and comments before the first line of it runs.
await loadWords({
  en: async () => ({ worksOffice: (await import('../../../i18n/en.works-office.js')).enWorksOffice }),
  'zh-CN': async () => ({ worksOffice: (await import('../../../i18n/zh-CN.works-office.js')).zhCNWorksOffice }),
})
