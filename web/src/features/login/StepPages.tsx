/** Pages of a social sign-in and of the steps after a first one, loaded together as one chunk. */
export { BindEmailPage } from './BindEmailPage.js'
export { FacebookPage, GooglePage } from './SocialPage.js'
export { ThreePasswordPage } from './ThreePasswordPage.js'
