import { loadNamespaces } from '../../i18n/load-namespaces.js'

await loadNamespaces('activities')

// Four pages share this module, so that the shell contains only one file name. The `await` above loads their texts
// before any of these pages is shown.
export { ActivitiesPage } from './ActivitiesPage.js'
export { ActivityDetailPage } from './ActivityDetailPage.js'
export { ActivitySharePage } from './ActivitySharePage.js'
export { ActIntroPage } from './ActIntroPage.js'
