import { loadNamespaces } from '../../i18n/index.js'

await loadNamespaces({
  learning: {
    en: () => import('../../locales/en/learning.json'),
    'zh-CN': () => import('../../locales/zh-CN/learning.json'),
  },
})

// Single entry to both pages, so that the shell names one file instead of two.
export { LearningPage } from './LearningPage.js'
export { LessonPage } from './LessonPage.js'
