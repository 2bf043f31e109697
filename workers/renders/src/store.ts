import { createHash } from 'node:crypto'
import { newId } from '@toile/contracts/ids'
import type { NewFile } from '@toile/db/queries/files'
import { storageKey } from '@toile/storage/keys'
import type { Storage } from '@toile/storage/storage'

const contentTypes = { png: 'image/png', webp: 'image/webp', mp4: 'video/mp4' } as const
type Extension = keyof typeof contentTypes

interface Made {
  name: string
  bytes: Buffer
  extension: Extension
}

/** Stores something made for a render. @returns the row of its file, to be inserted with what points to it */
export async function keepFile(
  storage: Storage,
  { render_id: renderId, owner_id: ownerId }: { render_id: string; owner_id: string },
  { name, bytes, extension }: Made,
): Promise<NewFile> {
  const id = newId()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  // The id makes it one of its own: a worker left over from an earlier try writes elsewhere, and may remove what it wrote.
  const hash = `${sha256.slice(0, 16)}${id.replaceAll('-', '')}`
  const key = storageKey('renders', renderId, { name, hash, extension })
  const contentType = contentTypes[extension]
  await storage.put(key, bytes, { contentType })
  const kind = extension === 'mp4' ? 'video' : 'image'
  return { id, ownerId, kind, key, contentType, bytes: bytes.length, sha256, state: 'stored' }
}
