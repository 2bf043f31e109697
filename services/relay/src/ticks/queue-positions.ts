import { frontOfLine } from '@toile/bus/queue-position'
import type { Job } from '@toile/bus/queues'
import { jobOfUpload } from '@toile/contracts/uploads/upload-queue'
import { jobId, type QueueName } from '@toile/contracts/jobs'
import type { Db } from '@toile/db/client'
import { findUploads } from '@toile/db/uploads/uploads'
import { findVideos, videosOfUploads } from '@toile/db/videos/videos'
import type { TickParts } from './parts.js'

/** So many at the front of the line hear of each move; further back the place shows on the next look. */
const TOLD = 200

/** Jobs with the place that was last told; another relay may tell it again, which harms nobody. */
const told = new Map<QueueName, Map<string, number>>()

/** Tells those who wait in the lines of uploads and of videos their place, whenever it changed. */
export async function tellPlaces(parts: TickParts): Promise<void> {
  await tellPlacesOf('uploads', parts, async (_db, ids) => ids)
  await tellPlacesOf('videos', parts, async (db, ids) => (await findVideos(db, ids)).map((video) => video.upload_id))
}

async function tellPlacesOf(
  queue: QueueName,
  { db, redis, report }: TickParts,
  uploadsOf: (db: Db, ids: string[]) => Promise<string[]>,
): Promise<void> {
  const line = await frontOfLine({ db, redis }, queue, TOLD)
  const places = new Map(line.map((job, i) => [keyOf(job), i + 1]))
  const moved = line.filter((job) => told.get(queue)?.get(keyOf(job)) !== places.get(keyOf(job)))
  told.set(queue, places)
  if (moved.length === 0) return
  const uploadIds = await uploadsOf(
    db,
    moved.map(({ payload }) => payload.id),
  )
  const videos = new Map((await videosOfUploads(db, uploadIds)).map((video) => [video.upload_id, video]))
  for (const row of await findUploads(db, uploadIds)) {
    // A job left over from a stage that is past or failed has a place, its upload none.
    const job = jobOfUpload(row, videos.get(row.id))
    const place = job && places.get(keyOf(job))
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

const keyOf = ({ name, payload }: Job) => jobId(name, payload)
