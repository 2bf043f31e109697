import { withQuery } from '../../../lib/paths.js'

export const backstageActivityTabs = ['standing', 'edit'] as const
export type BackstageActivityTab = (typeof backstageActivityTabs)[number]

/** The address of the form for a new activity contains this word instead of an id. */
export const NEW = 'new'

const CENTER = '/backgroundAdmin/activityCenter'

export const backstageActivityPaths = {
  list: CENTER,
  one: (id: string, tab?: BackstageActivityTab) => withQuery(CENTER, { id, tab: tab === 'standing' ? undefined : tab }),
  entries: (activityId?: string) => withQuery(`${CENTER}/avtiveworks`, { activityId }),
}
