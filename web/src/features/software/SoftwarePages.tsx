import { loadNamespaces } from '../../i18n/index.js'

await loadNamespaces({
  software: {
    en: () => import('../../locales/en/software.json'),
    'zh-CN': () => import('../../locales/zh-CN/software.json'),
  },
})

// One module for both pages, so that their texts are loaded before either page.
export { InvitePage } from '../invitations/InvitePage.js'
export { SoftwarePage } from './SoftwarePage.js'
