// What an account that came from a provider still lacks, step by step: one file to fetch.
export { BindEmailPage } from './BindEmailPage.js'
export { FacebookPage, GooglePage } from './SocialPage.js'
export { ThreePasswordPage } from './ThreePasswordPage.js'
