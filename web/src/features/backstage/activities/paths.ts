import { withQuery } from '../../../lib/paths.js'

export const backstageActivityTabs = ['standing', 'edit'] as const
export type BackstageActivityTab = (typeof backstageActivityTabs)[number]

/** The id in the address of an activity that is yet to be made. */
export const NEW = 'new'

const CENTER = '/backgroundAdmin/activityCenter'

/** Addresses of the activity centre: its list, one activity, its entries. */
export const backstageActivityPaths = {
  list: CENTER,
  one: (id: string, tab?: BackstageActivityTab) => withQuery(CENTER, { id, tab: tab === 'standing' ? undefined : tab }),
  entries: (activityId?: string) => withQuery(`${CENTER}/avtiveworks`, { activityId }),
}
