import { loadNamespaces } from '../../i18n/index.js'

await loadNamespaces({
  activities: {
    en: () => import('../../locales/en/activities.json'),
    'zh-CN': () => import('../../locales/zh-CN/activities.json'),
  },
})

// One module for four pages, so that the shell contains the name of one file, and the texts are loaded before any page.
export { ActivitiesPage } from './ActivitiesPage.js'
export { ActivityDetailPage } from './ActivityDetailPage.js'
export { ActivitySharePage } from './ActivitySharePage.js'
export { ActIntroPage } from './ActIntroPage.js'
