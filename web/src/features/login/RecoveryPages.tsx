// One lazily loaded chunk for three small pages.
export { ForgotPage } from './ForgotPage.js'
export { MailboxPage } from './verification/MailboxPage.js'
export { ResetPage } from './ResetPage.js'
