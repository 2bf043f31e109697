import { LRUCache } from 'lru-cache'

/** JSON of rows at one revision; callers name the current revision, so cached entries are never stale. */
export class RevisionCache {
  readonly #kept: LRUCache<string, { revision: string; json: Buffer }>

  constructor(options: { max: number }) {
    this.#kept = new LRUCache(options)
  }

  get(id: string, revision: string): Buffer | undefined {
    const known = this.#kept.get(id)
    return known?.revision === revision ? known.json : undefined
  }

  set(id: string, revision: string, json: Buffer): void {
    this.#kept.set(id, { revision, json })
  }
}
