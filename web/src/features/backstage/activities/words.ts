import { loadWords } from '../../../i18n/index.js'
// Phases and moments are called what visitors read.
import '../../activities/words.js'

// Whoever imports this has the words before the first line of it runs.
await loadWords({
  en: async () => (await import('../../../i18n/en.activities-backstage.js')).enActivitiesBackstage,
  'zh-CN': async () => (await import('../../../i18n/zh-CN.activities-backstage.js')).zhCNActivitiesBackstage,
})
