import { loadWords } from '../../../i18n/index.js'

// Whoever imports this has the words of the tables of works and comments before the first line of it runs.
await loadWords({
  en: async () => ({ worksBackstage: (await import('../../../i18n/en.works-backstage.js')).enWorksBackstage }),
  'zh-CN': async () => ({
    worksBackstage: (await import('../../../i18n/zh-CN.works-backstage.js')).zhCNWorksBackstage,
  }),
})
