import { session } from './storage.js'

const KEY = 'refer'

/** Keeps `?refer=` of the first address for as long as this tab lives; registering sends it along. */
export function storeReferral(search: string): void {
  const refer = new URLSearchParams(search).get('refer')
  if (refer) session.setItem(KEY, refer)
}

export function getReferral(): string | undefined {
  return session.getItem(KEY) ?? undefined
}
