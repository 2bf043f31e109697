import { LRUCache } from 'lru-cache'
import type { JsonBytes } from './json-bytes.js'

/** How long a response is shared. The time counts from the call of `make`, because the data may be read at once. */
const SHARED_MS = 900
const MAX_RESPONSES = 500

export function createSharedResponses() {
  const responses = new LRUCache<string, Promise<JsonBytes>>({ max: MAX_RESPONSES, ttl: SHARED_MS, ttlResolution: 0 })
  return {
    /** Requests for an address share one response for `SHARED_MS`, unless it fails or is cleared before. */
    get(address: string, make: () => Promise<JsonBytes>): Promise<JsonBytes> {
      const known = responses.get(address)
      if (known) return known
      const made = make()
      responses.set(address, made)
      made.catch(() => {
        if (responses.peek(address) === made) responses.delete(address)
      })
      return made
    },
    clear: () => responses.clear(),
  }
}
