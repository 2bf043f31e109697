import { local } from '../../../lib/storage.js'

const KEY = 'videoCollectionTitle'

export const storeCollectionTitle = (title: string): void => local.setItem(KEY, title)
export const storedCollectionTitle = (): string => local.getItem(KEY) ?? ''
