import { local } from '../../../lib/storage.js'

/** Where the title of the collection of videos is kept that was opened last. */
const KEY = 'videoCollectionTitle'

export const keepCollectionTitle = (title: string): void => local.setItem(KEY, title)
export const keptCollectionTitle = (): string => local.getItem(KEY) ?? ''
