import { loadNamespaces } from '../../i18n/index.js'

await loadNamespaces({
  learning: {
    en: () => import('../../locales/en/learning.json'),
    'zh-CN': () => import('../../locales/zh-CN/learning.json'),
  },
})

// One module for both pages, so that the shell contains the name of one file instead of two.
export { LearningPage } from './LearningPage.js'
export { LessonPage } from './LessonPage.js'
