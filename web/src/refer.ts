import { session } from './storage.js'

const KEY = 'refer'
/** What the API takes; see Referral in shapes.ts. */
const MAX_LENGTH = 1_024

/** Keeps `?refer=` of the first address for as long as this tab lives; registering sends it along. */
export function keepReferral(search: string): void {
  const refer = new URLSearchParams(search).get('refer')
  if (refer && refer.length <= MAX_LENGTH) session.setItem(KEY, refer)
}

export function getReferral(): string | undefined {
  return session.getItem(KEY) ?? undefined
}
