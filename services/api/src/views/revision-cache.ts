import { LRUCache } from 'lru-cache'

/**
 * JSON that was written of rows at one revision. Who asks names the revision that the rows have now, so that what is kept is
 * never older than they are.
 */
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
