import { loadNamespaces } from '../../i18n/index.js'

await loadNamespaces({
  software: {
    en: () => import('../../locales/en/software.json'),
    'zh-CN': () => import('../../locales/zh-CN/software.json'),
  },
})

// Single entry to both pages, so that their texts load first.
export { InvitePage } from '../invitations/InvitePage.js'
export { SoftwarePage } from './SoftwarePage.js'
