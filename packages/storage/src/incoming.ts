import type { Readable } from 'node:stream'
import { DataStore, ERRORS, type Upload } from '@tus/utils'
import { assertKey } from './keys.js'

/**
 * Wraps a driver's upload store for @tus/server and restricts it:
 * - An id that is not a storage key gets 404.
 * - There is no `read`, so @tus/server answers GET with 404. tus's own GET would bypass access checks.
 * - Clients must send the size at creation, because the quota is checked then. The relay, not tus, expires uploads.
 * - `remove` calls the driver, because tus's S3 store leaves `id.part` behind and refuses to remove finished uploads.
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
