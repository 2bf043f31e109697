import { loadNamespaces } from '../../i18n/load-namespaces.js'

await loadNamespaces('learning')

// Both pages share this module, so that the shell contains the name of one file instead of two.
export { LearningPage } from './LearningPage.js'
export { LessonPage } from './LessonPage.js'
