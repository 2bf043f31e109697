import { loadNamespaces } from '../../i18n/load-namespaces.js'

await loadNamespaces('activities')

// One module for four pages: the shell then contains one file name, and the texts are loaded before any of the pages.
export { ActivitiesPage } from './ActivitiesPage.js'
export { ActivityDetailPage } from './ActivityDetailPage.js'
export { ActivitySharePage } from './ActivitySharePage.js'
export { ActIntroPage } from './ActIntroPage.js'
