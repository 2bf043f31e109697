import { loadNamespaces } from '../../i18n/load-namespaces.js'

await loadNamespaces('activities')

// One module for four pages, so that the shell contains the name of one file, and the texts are loaded before any page.
export { ActivitiesPage } from './ActivitiesPage.js'
export { ActivityDetailPage } from './ActivityDetailPage.js'
export { ActivitySharePage } from './ActivitySharePage.js'
export { ActIntroPage } from './ActIntroPage.js'
