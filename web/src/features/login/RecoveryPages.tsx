// Of who has lost the way in, or waits for the mail: one file to fetch.
export { ForgotPage } from './ForgotPage.js'
export { MailboxPage } from './verification/MailboxPage.js'
export { ResetPage } from './ResetPage.js'
