import { loadNamespaces } from '../../i18n/index.js'

await loadNamespaces({
  activities: {
    en: () => import('../../locales/en/activities.json'),
    'zh-CN': () => import('../../locales/zh-CN/activities.json'),
  },
})

// One entry for four pages, so that the shell names one file and the texts load before any page.
export { ActivitiesPage } from './ActivitiesPage.js'
export { ActivityDetailPage } from './ActivityDetailPage.js'
export { ActivitySharePage } from './ActivitySharePage.js'
export { ActIntroPage } from './ActIntroPage.js'
