import { local } from '../../../lib/storage.js'

/** Where the title of the collection of videos is kept that was opened last. */
const KEY = 'videoCollectionTitle'

export const storeCollectionTitle = (title: string): void => local.setItem(KEY, title)
export const storedCollectionTitle = (): string => local.getItem(KEY) ?? ''
