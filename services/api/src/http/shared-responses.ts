import { LRUCache } from 'lru-cache'
import type { JsonBytes } from './json-bytes.js'

/** Counted from before the response is made, so that what it says is no older when it leaves. */
const SHARED_MS = 900
/** Some 15 MB of pages of works. */
const MAX_RESPONSES = 500

/** Responses that visitors share. */
export interface SharedResponses {
  /** Makes it once for all who ask within a second; who comes while it is made waits for it. */
  get(address: string, make: () => Promise<JsonBytes>): Promise<JsonBytes>
  /** What this process has just changed is not shared as it was. */
  clear(): void
}

export function createSharedResponses(): SharedResponses {
  const responses = new LRUCache<string, Promise<JsonBytes>>({ max: MAX_RESPONSES, ttl: SHARED_MS, ttlResolution: 0 })
  return {
    get(address, make) {
      const known = responses.get(address)
      if (known) return known
      const made = make()
      responses.set(address, made)
      made.catch(() => responses.delete(address))
      return made
    },
    clear: () => responses.clear(),
  }
}
