import type { Readable } from 'node:stream'
import { DataStore, ERRORS, type Upload } from '@tus/utils'
import { assertKey } from './keys.js'

/**
 * A driver's upload store as @tus/server sees it, without what Toile does not want:
 * - An id that is not a storage key is a 404.
 * - No `read`: tus's own GET would bypass access checks. @tus/server then answers 404.
 * - No deferred size (quota is checked at creation) and no expiry (the sweep's task).
 * - `remove` is the driver's: tus's leaves parts behind and refuses finished uploads on S3.
 */
export class IncomingStore extends DataStore {
  readonly #store: DataStore
  readonly #removeKey: (key: string) => Promise<void>

  constructor(store: DataStore, removeKey: (key: string) => Promise<void>) {
    super()
    this.#store = store
    this.#removeKey = removeKey
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(upload: Upload) {
    refuseOtherThanKeys(upload.id)
    return this.#store.create(upload)
  }

  override async write(bytes: Readable, id: string, offset: number) {
    refuseOtherThanKeys(id)
    return this.#store.write(bytes, id, offset)
  }

  override async getUpload(id: string) {
    refuseOtherThanKeys(id)
    return this.#store.getUpload(id)
  }

  override async remove(id: string) {
    refuseOtherThanKeys(id)
    await this.#removeKey(id)
  }
}

function refuseOtherThanKeys(id: string) {
  try {
    assertKey(id)
  } catch {
    throw ERRORS.FILE_NOT_FOUND
  }
}
