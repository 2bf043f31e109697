import { frontOfLine } from '@toile/bus/line'
import { findUploads } from '@toile/db/queries/uploads'
import type { TickParts } from './parts.js'

/** So many at the front of the line hear of each move; further back the place shows on the next look. */
const TOLD = 200

/** Jobs with the place that was last told; another relay may tell it again, which harms nobody. */
let told = new Map<string, number>()

/** Tells those who wait in line their place, whenever it changed. */
export async function tellPlaces({ db, redis, report }: TickParts): Promise<void> {
  const line = await frontOfLine(redis, 'uploads', TOLD)
  const places = new Map(line.map(({ payload }, i) => [`${payload.id}.${payload.attempt}`, i + 1]))
  const moved = line.filter(({ payload }) => {
    const key = `${payload.id}.${payload.attempt}`
    return told.get(key) !== places.get(key)
  })
  told = places
  if (moved.length === 0) return
  const rows = await findUploads(
    db,
    moved.map(({ payload }) => payload.id),
  )
  for (const row of rows) {
    const place = places.get(`${row.id}.${row.attempt}`)
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
