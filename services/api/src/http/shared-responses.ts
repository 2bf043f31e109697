import { LRUCache } from 'lru-cache'
import type { JsonBytes } from './json-bytes.js'

/** Counted from before the response is made, so that its data is not older when sent. */
const SHARED_MS = 900
const MAX_RESPONSES = 500

export interface SharedResponses {
  /** Makes a response once for all requests within a second; concurrent ones wait for it. */
  get(address: string, make: () => Promise<JsonBytes>): Promise<JsonBytes>
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
