import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { newId } from '@toile/contracts/ids'
import { platforms } from '@toile/contracts/software/software.constants'
import type { Db } from '@toile/db/client'
import { giveCode, insertBatch } from '@toile/db/software/codes-backstage'
import { bindDevice } from '@toile/db/software/devices'
import { storeFile } from '@toile/db/files/files'
import { insertPackage } from '@toile/db/software/software'
import { findUpload, insertUpload } from '@toile/db/uploads/uploads'
import { finishUpload, moveUpload } from '@toile/db/uploads/uploads-transitions'
import { findLogin, type User } from '@toile/db/users/users'
import { makeCode } from '@toile/runtime/s-codes'
import { storageKey } from '@toile/storage/keys'
import type { Storage } from '@toile/storage/storage'
import { root } from '@toile/runtime/root'
import { zipOf } from '@toile/testing/files/zips'

const NOTICE =
  'This is a demo sample, not a program: it stands where the desktop software of your site would.\n' +
  'README.md tells what such a program says to Toile.\n'

const samples = [
  {
    name: 'Toile Studio (demo sample)',
    filename: 'toile-studio-demo-sample.zip',
    notes: 'A placeholder for your desktop software: it holds the description of the activation API.',
    needsCode: false,
  },
  {
    name: 'Fabric library (demo sample)',
    filename: 'fabric-library-demo-sample.zip',
    notes: 'A placeholder for what only an S code unlocks.',
    needsCode: true,
  },
]

/** Adds packages, five S codes and a device. Returns false instead if a package exists or a demo account is missing. */
export async function makeDemoSoftware(db: Db, storage: Storage): Promise<boolean> {
  const [admin, creator] = [await findLogin(db, 'admin@toile.local'), await findLogin(db, 'creator@toile.local')]
  if (!admin?.demo || !creator?.demo) return false
  if (await db.selectFrom('packages').select('id').limit(1).executeTakeFirst()) return false
  const bytes = await zipOf({
    'NOTICE.txt': Buffer.from(NOTICE),
    'README.md': readFileSync(path.join(root, 'docs/studio.md')),
  })
  for (const { filename, ...sample } of samples) {
    const fileId = await keep(db, storage, admin, filename, bytes)
    for (const platform of platforms)
      await insertPackage(db, { ...sample, platform, version: '1.0.0', fileId, filename }, admin.id)
  }
  const codes = Array.from({ length: 5 }, makeCode)
  const { codeIds } = await insertBatch(db, { days: 30, note: 'Demo', createdBy: admin.id, codes })
  await giveCode(db, { id: codeIds[0]!, userId: creator.id, actorId: admin.id })
  await bindDevice(db, {
    userId: creator.id,
    deviceId: 'demo',
    name: 'Studio PC (demo)',
    tokenHash: randomBytes(32),
    sessionId: newId(),
  })
  return true
}

/** Stores a file in the same way as an administrator's upload. @returns its id */
async function keep(db: Db, storage: Storage, admin: User, filename: string, bytes: Buffer): Promise<string> {
  const id = newId()
  const key = storageKey('originals', id)
  const size = bytes.length
  await insertUpload(db, { id, ownerId: admin.id, kind: 'file', filename, filetype: 'application/zip', size, key })
  await storage.put(key, bytes, { contentType: 'application/zip' })
  await finishUpload(db, id)
  const fileId = (await findUpload(db, id))!.originalFileId
  await storeFile(db, fileId, { bytes: size, sha256: createHash('sha256').update(bytes).digest('hex') })
  for (const to of ['finished', 'processed', 'ready_to_publish'] as const) await moveUpload(db, { id, attempt: 1, to })
  return fileId
}
