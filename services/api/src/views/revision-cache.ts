import { LRUCache } from 'lru-cache'

/** Caches rows' JSON at one revision. Callers ask for a row's current revision, so they never get outdated JSON. */
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
