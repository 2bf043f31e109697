import { newId } from '@toile/contracts/ids'
import { storageKey } from './keys.js'
import type { Storage } from './storage.js'

export interface MadeVariant {
  name: string
  width: number
  height: number
  format: string
  path: string
  bytes: number
  sha256: string
}

interface Whose {
  imageId: string
  ownerId: string
  /** Part of the key, so that a worker that still runs an earlier attempt cannot overwrite these files. */
  attempt: number
}

/** @returns each variant with its file's row, to be inserted in the transaction that sets the image to `ready` */
export function putVariants(storage: Storage, { imageId, ownerId, attempt }: Whose, made: readonly MadeVariant[]) {
  return Promise.all(
    made.map(async ({ name, width, height, format, path, bytes, sha256 }) => {
      const contentType = `image/${format}`
      const [size] = name.split('.') as [string]
      const key = storageKey('images', imageId, {
        name: `${size}.${attempt}`,
        hash: sha256.slice(0, 16),
        extension: format,
      })
      await storage.put(key, { path }, { contentType })
      const file = { id: newId(), ownerId, kind: 'image', key, contentType, bytes, sha256, state: 'stored' } as const
      return { name, width, height, format, file }
    }),
  )
}
