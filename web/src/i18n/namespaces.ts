import type findings from '../../../packages/contracts/locales/en/findings.json'
import type queues from '../../../packages/contracts/locales/en/queues.json'
import type activitiesBackstage from '../locales/en/activities-backstage.json'
import type activities from '../locales/en/activities.json'
import type analyticsBackstage from '../locales/en/analytics-backstage.json'
import type api from '../locales/en/api.json'
import type appeals from '../locales/en/appeals.json'
import type auditFields from '../locales/en/audit-fields.json'
import type backstage from '../locales/en/backstage.json'
import type codesBackstage from '../locales/en/codes-backstage.json'
import type contentBackstage from '../locales/en/content-backstage.json'
import type crop from '../locales/en/crop.json'
import type feed from '../locales/en/feed.json'
import type learning from '../locales/en/learning.json'
import type market from '../locales/en/market.json'
import type moderationBackstage from '../locales/en/moderation-backstage.json'
import type pages from '../locales/en/pages.json'
import type progress from '../locales/en/progress.json'
import type richText from '../locales/en/rich-text.json'
import type shell from '../locales/en/shell.json'
import type software from '../locales/en/software.json'
import type tenants from '../locales/en/tenants.json'
import type usersBackstage from '../locales/en/users-backstage.json'
import type worksBackstage from '../locales/en/works-backstage.json'

/** The keys of each namespace, which its English file defines. */
interface Namespaces {
  activities: typeof activities
  'activities-backstage': typeof activitiesBackstage
  'analytics-backstage': typeof analyticsBackstage
  api: typeof api
  appeals: typeof appeals
  'audit-fields': typeof auditFields
  backstage: typeof backstage
  'codes-backstage': typeof codesBackstage
  'content-backstage': typeof contentBackstage
  crop: typeof crop
  feed: typeof feed
  findings: typeof findings
  learning: typeof learning
  market: typeof market
  'moderation-backstage': typeof moderationBackstage
  pages: typeof pages
  progress: typeof progress
  queues: typeof queues
  'rich-text': typeof richText
  shell: typeof shell
  software: typeof software
  tenants: typeof tenants
  'users-backstage': typeof usersBackstage
  'works-backstage': typeof worksBackstage
}

export type Namespace = keyof Namespaces

declare module 'i18next' {
  interface CustomTypeOptions {
    // Keys of `shell` and `pages` compile without a prefix. Keys of other namespaces compile only with one.
    defaultNS: ['shell', ...Exclude<Namespace, 'shell'>[]]
    fallbackNS: 'pages'
    resources: Namespaces
  }
}

/** Keys without a namespace are looked up in `shell`, then in `pages`. The home page is shown without `pages`. */
export const namespaceOptions = { ns: 'shell', defaultNS: 'shell', fallbackNS: 'pages' } as const
