import { loadNamespaces } from '../../i18n/index.js'

await loadNamespaces({
  software: {
    en: () => import('../../locales/en/software.json'),
    'zh-CN': () => import('../../locales/zh-CN/software.json'),
  },
})

// The one door to both pages: their words are there before either of them.
export { InvitePage } from '../invitations/InvitePage.js'
export { SoftwarePage } from './SoftwarePage.js'
