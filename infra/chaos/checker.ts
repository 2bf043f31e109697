import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { uploadStages } from '@toile/contracts/uploads.constants'
import type { Db } from '@toile/db/client'
import { findImages, imagesOfUploads } from '@toile/db/queries/images'
import { findModelKey, findUploads, type UploadRow } from '@toile/db/queries/uploads'
import type { Storage } from '@toile/storage/storage'
import type { Entry } from './journal.js'
import type { Witness } from './witness.js'

export interface Verdict {
  invariant: string
  says: string
  operations: number
  lost: string[]
  doubled: string[]
  stuck: string[]
}

interface Evidence {
  journal: Entry[]
  db: Db
  storage: Storage
  witness: Witness
}

const verdict = (invariant: string, says: string, operations: number): Verdict => ({
  invariant,
  says,
  operations,
  lost: [],
  doubled: [],
  stuck: [],
})

/** Compares what was acknowledged with Postgres, the store and what the witness saw. */
export async function check(evidence: Evidence): Promise<Verdict[]> {
  const complete = evidence.journal.filter((entry) => entry.kind === 'complete')
  const uploads = await findUploads(
    evidence.db,
    complete.map((entry) => entry.uploadId),
  )
  return [
    await acknowledgedBytes(evidence, uploads),
    await everyUploadEnds(evidence, uploads),
    await everyEventHasItsEffect(evidence),
    await witnessKnows(evidence, uploads),
  ]
}

async function acknowledgedBytes({ journal, storage }: Evidence, uploads: UploadRow[]): Promise<Verdict> {
  const result = verdict(
    'I1',
    'acknowledged bytes are never lost or mixed',
    journal.filter((entry) => entry.kind === 'bytes').length,
  )
  const acknowledged = new Map<string, number>()
  for (const entry of journal) {
    if (entry.kind === 'bytes') acknowledged.set(entry.uploadId, entry.offset)
    if (entry.kind === 'head' && entry.offset < (acknowledged.get(entry.uploadId) ?? 0))
      result.lost.push(`${entry.uploadId}: offset ${entry.offset} after ${acknowledged.get(entry.uploadId)}`)
    if (entry.kind !== 'complete') continue
    const upload = uploads.find((row) => row.id === entry.uploadId)
    const bytes = upload && (await bytesOf(storage, upload.original_key))
    const sha256 = bytes && createHash('sha256').update(bytes).digest('hex')
    if (sha256 !== entry.sha256) result.lost.push(`${entry.uploadId}: ${bytes?.length ?? 0} bytes are not the source's`)
  }
  return result
}

async function everyUploadEnds({ journal, db, storage }: Evidence, uploads: UploadRow[]): Promise<Verdict> {
  const result = verdict('I2', 'every finished upload gets ready or says why not', uploads.length)
  for (const entry of journal) {
    if (entry.kind !== 'complete') continue
    const upload = uploads.find((row) => row.id === entry.uploadId)
    if (!upload) result.lost.push(entry.uploadId)
    else if (upload.stage === 'failed' && !upload.failure) result.lost.push(`${upload.id}: failed without a reason`)
    else if (upload.stage !== 'ready_to_publish' && upload.stage !== 'failed')
      result.stuck.push(`${upload.id}: ${upload.stage}`)
    if (!upload) continue
    result.doubled.push(...(await historyFaults(db, upload)))
    if (upload.stage === 'ready_to_publish') result.lost.push(...(await derivedFaults(db, storage, upload)))
  }
  return result
}

/** A stage never goes back, and no version is told of twice. */
async function historyFaults(db: Db, upload: UploadRow): Promise<string[]> {
  const events = await db.selectFrom('events').select(['version']).where('subject_id', '=', upload.id).execute()
  const order = upload.stages.filter(({ stage }) => stage !== 'failed').map(({ stage }) => uploadStages.indexOf(stage))
  const retried = upload.stages.some(({ stage }) => stage === 'failed')
  return [
    ...(new Set(events.map(({ version }) => version)).size < events.length
      ? [`${upload.id}: two events of one version`]
      : []),
    ...(order.some((at, i) => i > 0 && at <= order[i - 1]!) && !retried
      ? [`${upload.id}: a stage twice or backwards`]
      : []),
  ]
}

/** Each derived file exists once and can be read. */
async function derivedFaults(db: Db, storage: Storage, upload: UploadRow): Promise<string[]> {
  const faults: string[] = []
  const model = await bytesOf(storage, (await findModelKey(db, upload.id))!)
  if (model?.subarray(0, 4).toString() !== 'glTF') faults.push(`${upload.id}: its model is missing or no GLB`)
  const images = await imagesOfUploads(db, [upload.id])
  if (images.length !== 2) faults.push(`${upload.id}: ${images.length} pictures`)
  for (const { variants } of await findImages(
    db,
    images.map(({ id }) => id),
  ))
    for (const variant of variants) {
      const file = await db.selectFrom('files').select('key').where('id', '=', variant.fileId).executeTakeFirstOrThrow()
      const bytes = await bytesOf(storage, file.key)
      const decoded =
        bytes &&
        (await sharp(bytes)
          .stats()
          .then(
            () => true,
            () => false,
          ))
      if (!decoded) faults.push(`${upload.id}: the picture ${file.key} is missing or broken`)
    }
  return faults
}

async function everyEventHasItsEffect({ journal, db }: Evidence): Promise<Verdict> {
  const works = journal.filter((entry) => entry.kind === 'work')
  const result = verdict('I3', 'a committed change has its effect, once', works.length)
  const waiting = await db.selectFrom('events').select(['id', 'type']).where('published_at', 'is', null).execute()
  result.stuck.push(...waiting.map(({ id, type }) => `event ${type} ${id}`))
  const inMotion = await db
    .selectFrom('uploads')
    .select(['id', 'stage'])
    .where('received_at', 'is not', null)
    .where('stage', 'in', ['upload', 'finished', 'processed'])
    .execute()
  result.stuck.push(...inMotion.map(({ id, stage }) => `upload ${id} in ${stage}`))
  for (const { idempotencyKey, workId } of works) {
    const made = await db
      .selectFrom('works')
      .select('id')
      .where('title', '=', `Chaos ${idempotencyKey.slice(-6)}`)
      .execute()
    if (!made.some(({ id }) => id === workId)) result.lost.push(`work ${workId}`)
    if (made.length > 1) result.doubled.push(`work ${workId}`)
  }
  return result
}

async function witnessKnows({ witness }: Evidence, uploads: UploadRow[]): Promise<Verdict> {
  const result = verdict('I6', 'who looks on sees what the database says', uploads.length)
  for (const { id, stage, version } of uploads) {
    const seen = witness.stages.get(id)
    if (seen?.stage !== stage || seen.version !== version)
      result.lost.push(`${id}: ${seen?.stage ?? 'nothing'} v${seen?.version ?? 0}, not ${stage} v${version}`)
  }
  return result
}

async function bytesOf(storage: Storage, key: string): Promise<Buffer | undefined> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await storage.get(key)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch {
    return undefined
  }
}
