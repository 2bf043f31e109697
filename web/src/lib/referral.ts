import { session } from './storage.js'

const KEY = 'refer'

/** Keeps the query parameter `refer` of the first address until the tab closes. The registration sends it. */
export function storeReferral(search: string): void {
  const refer = new URLSearchParams(search).get('refer')
  if (refer) session.setItem(KEY, refer)
}

export function getReferral(): string | undefined {
  return session.getItem(KEY) ?? undefined
}
