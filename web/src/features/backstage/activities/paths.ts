import { withQuery } from '../../../paths.js'

export const officeActivityTabs = ['standing', 'edit'] as const
export type OfficeActivityTab = (typeof officeActivityTabs)[number]

/** The id in the address of an activity that is yet to be made. */
export const NEW = 'new'

const center = '/backgroundAdmin/activityCenter'

/** Addresses of the activity centre: its list, one activity, its entries. */
export const officeActivityPaths = {
  list: center,
  one: (id: string, tab?: OfficeActivityTab) => withQuery(center, { id, tab: tab === 'standing' ? undefined : tab }),
  entries: (activityId?: string) => withQuery(`${center}/avtiveworks`, { activityId }),
}
