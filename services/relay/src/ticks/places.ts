import { frontOfLine } from '@toile/bus/line'
import { jobOfStage } from '@toile/contracts/upload-line'
import { findUploads } from '@toile/db/queries/uploads'
import type { TickParts } from './parts.js'

/** So many at the front of the line hear of each move; further back the place shows on the next look. */
const TOLD = 200

/** Jobs with the place that was last told; another relay may tell it again, which harms nobody. */
let told = new Map<string, number>()

/** Tells those who wait in line their place, whenever it changed. */
export async function tellPlaces({ db, redis, report }: TickParts): Promise<void> {
  const line = await frontOfLine(redis, 'uploads', TOLD)
  const places = new Map(line.map(({ name, payload }, i) => [keyOf(name, payload), i + 1]))
  const moved = line.filter(({ name, payload }) => {
    const key = keyOf(name, payload)
    return told.get(key) !== places.get(key)
  })
  told = places
  if (moved.length === 0) return
  const rows = await findUploads(
    db,
    moved.map(({ payload }) => payload.id),
  )
  for (const row of rows) {
    // A job left over from a stage that is past or failed has a place, its upload none.
    const place = places.get(keyOf(jobOfStage[row.stage], row))
    if (place === undefined) continue
    report(row.id, {
      room: `user:${row.owner_id}`,
      event: 'upload:stage',
      payload: {
        uploadId: row.id,
        stage: row.stage,
        progress: row.stage === 'upload' ? 1 : 0,
        place,
        version: row.version,
        at: new Date().toISOString(),
      },
    })
  }
}

const keyOf = (name: string | undefined, { id, attempt }: { id: string; attempt: number }) => `${id}.${name}.${attempt}`
