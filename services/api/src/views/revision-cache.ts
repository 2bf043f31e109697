import { LRUCache } from 'lru-cache'

/** Caches each row's JSON at one revision. Callers pass the row's current revision, so they never get outdated JSON. */
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
