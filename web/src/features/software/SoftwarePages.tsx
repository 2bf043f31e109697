import { loadNamespaces } from '../../i18n/load-namespaces.js'

await loadNamespaces('software')

// Both pages share this module. The `await` above loads their texts before either page.
export { InvitePage } from '../invitations/InvitePage.js'
export { SoftwarePage } from './SoftwarePage.js'
