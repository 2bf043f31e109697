import { LRUCache } from 'lru-cache'

/**
 * JSON that was written of rows at one revision. Who asks names the revision that the rows have now, so that what is kept is
 * never older than they are.
 */
export class RevisionCache {
  readonly #texts: LRUCache<string, { revision: string; text: string }>

  constructor(options: { max: number }) {
    this.#texts = new LRUCache(options)
  }

  get(id: string, revision: string): string | undefined {
    const known = this.#texts.get(id)
    return known?.revision === revision ? known.text : undefined
  }

  set(id: string, revision: string, text: string): void {
    this.#texts.set(id, { revision, text })
  }
}
