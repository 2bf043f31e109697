import { local } from '../../../lib/storage.js'

/** Storage key for the title of the video collection opened last. */
const KEY = 'videoCollectionTitle'

export const storeCollectionTitle = (title: string): void => local.setItem(KEY, title)
export const storedCollectionTitle = (): string => local.getItem(KEY) ?? ''
