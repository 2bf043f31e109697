import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'
import { withQuery } from '../../lib/paths.js'

export const activityTabs = ['details', 'mine', 'people', 'winners', 'jury'] as const
export type ActivityTab = (typeof activityTabs)[number]

export const activityPaths = {
  list: (phase?: ActivityPhase) => withQuery('/activity', { phase }),
  detail: (id: string, tab?: ActivityTab) =>
    withQuery('/activity/activityDetail', { id, tab: tab === 'details' ? undefined : tab }),
  shared: (id: string) => `/static/activity/${encodeURIComponent(id)}`,
  intro: '/static/act-intro',
}
