// The three pages are small, so they share one chunk, which is loaded on demand.
export { ForgotPage } from './ForgotPage.js'
export { MailboxPage } from './verification/MailboxPage.js'
export { ResetPage } from './ResetPage.js'
