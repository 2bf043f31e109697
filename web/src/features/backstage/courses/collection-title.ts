import { local } from '../../../lib/storage.js'

const KEY = 'videoCollectionTitle'
const ID_KEY = 'videoCollectionId'

export function storeCollectionTitle(id: string, title: string): void {
  local.setItem(KEY, title)
  local.setItem(ID_KEY, id)
}

/** Empty if the title that was stored last is another course's. */
export const storedCollectionTitle = (id: string): string =>
  local.getItem(ID_KEY) === id ? (local.getItem(KEY) ?? '') : ''
