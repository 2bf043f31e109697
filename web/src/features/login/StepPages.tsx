// Remaining steps of a social account's sign-up, in one chunk.
export { BindEmailPage } from './BindEmailPage.js'
export { FacebookPage, GooglePage } from './SocialPage.js'
export { ThreePasswordPage } from './ThreePasswordPage.js'
