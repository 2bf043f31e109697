import { loadNamespaces } from '../../i18n/index.js'

await loadNamespaces({
  activities: {
    en: () => import('../../locales/en/activities.json'),
    'zh-CN': () => import('../../locales/zh-CN/activities.json'),
  },
})

// The one door to the pages of activities: the first page of the site knows one name in place of four, and their words
// are there before any of them.
export { ActivitiesPage } from './ActivitiesPage.js'
export { ActivityDetailPage } from './ActivityDetailPage.js'
export { ActivitySharePage } from './ActivitySharePage.js'
export { ActIntroPage } from './ActIntroPage.js'
