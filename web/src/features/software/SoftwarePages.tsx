import './words.js'

// The one door to both pages: their words are there before either of them.
export { InvitePage } from '../invitations/InvitePage.js'
export { SoftwarePage } from './SoftwarePage.js'
