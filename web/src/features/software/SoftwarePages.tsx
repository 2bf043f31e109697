import { loadNamespaces } from '../../i18n/load-namespaces.js'

await loadNamespaces('software')

// One module for both pages, so that their texts are loaded before either page.
export { InvitePage } from '../invitations/InvitePage.js'
export { SoftwarePage } from './SoftwarePage.js'
