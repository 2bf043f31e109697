import { loadNamespaces } from '../../i18n/index.js'

await loadNamespaces({
  learning: {
    en: () => import('../../locales/en/learning.json'),
    'zh-CN': () => import('../../locales/zh-CN/learning.json'),
  },
})

// The one door to both pages of courses: the first page of the site knows one name in place of two.
export { LearningPage } from './LearningPage.js'
export { LessonPage } from './LessonPage.js'
