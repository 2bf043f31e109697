/** The pages of a social sign-in, and of the steps after the first sign-in, share one chunk. */
export { BindEmailPage } from './BindEmailPage.js'
export { FacebookPage, GooglePage } from './SocialPage.js'
export { ThreePasswordPage } from './ThreePasswordPage.js'
