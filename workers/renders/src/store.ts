import { createHash } from 'node:crypto'
import { newId } from '@toile/contracts/ids'
import { insertFile, type AnnouncedFile } from '@toile/db/files/files'
import { storageKey } from '@toile/storage/keys'
import type { Parts } from './parts.js'

const types = {
  png: { contentType: 'image/png', kind: 'image' },
  webp: { contentType: 'image/webp', kind: 'image' },
  mp4: { contentType: 'video/mp4', kind: 'video' },
  zip: { contentType: 'application/zip', kind: 'archive' },
} as const
type Extension = keyof typeof types

interface Made {
  name: string
  bytes: Buffer
  extension: Extension
}

/** Inserts the row before storing the bytes, so that files of a killed worker are found and removed after a day. */
export async function storeRenderFile(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  { renderId, ownerId }: { renderId: string; ownerId: string },
  { name, bytes, extension }: Made,
): Promise<AnnouncedFile> {
  const id = newId()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  // The id makes the key unique, so that a worker still busy with an earlier try cannot overwrite this file.
  const key = storageKey('renders', renderId, { name, hash: id.replaceAll('-', ''), extension })
  const { contentType, kind } = types[extension]
  await insertFile(db, { id, ownerId, kind, key, contentType, bytes: bytes.length, sha256, state: 'pending' })
  await storage.put(key, bytes, { contentType })
  return { id, bytes: bytes.length, sha256 }
}
