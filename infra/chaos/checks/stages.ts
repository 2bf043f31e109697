import type { UploadStage } from '@toile/contracts/uploads/uploads.constants'
import type { Db } from '@toile/db/client'
import type { UploadRow } from '@toile/db/uploads/uploads'
import { entriesOf } from '../journal.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'
import { derivedFaults } from './derived.js'

/** I2: garments become ready with intact files. Other uploads fail with the expected code. Each stage occurs once. */
export async function checkStages({ journal, uploads, db, storage }: Evidence): Promise<Verdict> {
  const created = entriesOf(journal, 'created')
  const verdict = emptyVerdict('I2', 'every finished upload ends, each stage once', created.length)
  for (const { uploadId, expects } of created) {
    const row = uploads.get(uploadId)
    if (!row) {
      verdict.lost.push(`${uploadId}: no row`)
      continue
    }
    const ended = row.stage === 'failed' ? (row.failure?.code ?? 'failed without a reason') : row.stage
    if (ended !== expects)
      verdict[['upload', 'finished', 'processed'].includes(ended) ? 'stuck' : 'lost'].push(
        `${uploadId}: ${ended}, not ${expects} (attempt ${row.attempt})`,
      )
    const stages = row.stages.map(({ stage }) => stage)
    if (new Set(stages).size < stages.length) verdict.doubled.push(`${uploadId}: ${stages.join(', ')}`)
    verdict.doubled.push(...(await eventFaults(db, row)))
    if (row.stage !== 'ready_to_publish') continue
    const derived = await derivedFaults(db, storage, row)
    verdict.lost.push(...derived.lost)
    verdict.doubled.push(...derived.doubled)
  }
  return verdict
}

const steps: readonly (readonly [event: string, stage: UploadStage])[] = [
  ['upload.received', 'upload'],
  ['upload.due', 'upload'],
  ['upload.finished', 'finished'],
  ['upload.processed', 'processed'],
  ['upload.ready', 'ready_to_publish'],
  ['upload.failed', 'failed'],
]
const stepOf = (type: string) => steps.findIndex(([event]) => event === type)

/** Versions have no gaps. Each event is a later step, or the same step in a later attempt. The last fits the row. */
async function eventFaults(db: Db, row: UploadRow): Promise<string[]> {
  const events = await db
    .selectFrom('events')
    .select(['type', 'version', 'attempt'])
    .where('subject_id', '=', row.id)
    .orderBy('version')
    .execute()
  return events.flatMap(({ type, version, attempt }, i) => {
    // The insert of the row makes version 1 and writes no event.
    const before = events[i - 1] ?? { type: '', version: 1, attempt: 1 }
    const at = stepOf(type)
    const was = stepOf(before.type)
    if (version !== before.version + 1) return [`${row.id}: event v${version} after v${before.version}`]
    if (at < was || (at === was && attempt <= before.attempt))
      return [`${row.id}: ${type} (attempt ${attempt}) after ${before.type} (attempt ${before.attempt})`]
    if (i === events.length - 1 && (steps[at]?.[1] !== row.stage || version !== row.version))
      return [`${row.id}: its log ends with ${type} v${version}, its row says ${row.stage} v${row.version}`]
    return []
  })
}
