/** Pages of the steps after a first sign-in, loaded together as one chunk. */
export { BindEmailPage } from './BindEmailPage.js'
export { FacebookPage, GooglePage } from './SocialPage.js'
export { ThreePasswordPage } from './ThreePasswordPage.js'
