import { loadNamespaces } from '../../i18n/index.js'

await loadNamespaces({
  activities: {
    en: () => import('../../locales/en/activities.json'),
    'zh-CN': () => import('../../locales/zh-CN/activities.json'),
  },
})

// One entry, so that the shell names one file instead of four and their texts load before any of them.
export { ActivitiesPage } from './ActivitiesPage.js'
export { ActivityDetailPage } from './ActivityDetailPage.js'
export { ActivitySharePage } from './ActivitySharePage.js'
export { ActIntroPage } from './ActIntroPage.js'
