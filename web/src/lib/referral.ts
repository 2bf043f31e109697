import { session } from './storage.js'

const KEY = 'refer'

/** Keeps the query parameter `refer` of the latest page load that had one. Sign-ups and page views send it. */
export function storeReferral(search: string): void {
  const refer = new URLSearchParams(search).get('refer')
  if (refer) session.setItem(KEY, refer)
}

export function getReferral(): string | undefined {
  return session.getItem(KEY) ?? undefined
}
