import { headOfQueue } from '@toile/bus/queue-position'
import type { Job } from '@toile/bus/queues'
import { jobOfUpload } from '@toile/contracts/uploads/upload-queue'
import { jobId, type QueueName } from '@toile/contracts/jobs'
import type { Db } from '@toile/db/client'
import { findUploads } from '@toile/db/uploads/uploads'
import { findVideos, videosOfUploads } from '@toile/db/videos/videos'
import type { TickParts } from './parts.js'

/** Changes of position are sent for this many jobs at the head of a queue. The clients of later jobs poll instead. */
const MAX_REPORTED = 200

/** This map is kept only in memory, so another relay may repeat a report, which is harmless. */
const lastReported = new Map<QueueName, Map<string, number>>()

export async function reportQueuePositions(parts: TickParts): Promise<void> {
  await reportPositionsOf('uploads', parts, async (_db, ids) => ids)
  await reportPositionsOf('videos', parts, async (db, ids) =>
    (await findVideos(db, ids)).map((video) => video.uploadId),
  )
}

async function reportPositionsOf(
  queue: QueueName,
  { db, redis, report }: TickParts,
  uploadsOf: (db: Db, ids: string[]) => Promise<string[]>,
): Promise<void> {
  const waiting = await headOfQueue({ db, redis }, queue, MAX_REPORTED)
  const positions = new Map(waiting.map((job, i) => [keyOf(job), i + 1]))
  const moved = waiting.filter((job) => lastReported.get(queue)?.get(keyOf(job)) !== positions.get(keyOf(job)))
  lastReported.set(queue, positions)
  if (moved.length === 0) return
  const uploadIds = await uploadsOf(
    db,
    moved.map(({ payload }) => payload.id),
  )
  const videos = new Map((await videosOfUploads(db, uploadIds)).map((video) => [video.uploadId, video]))
  for (const row of await findUploads(db, uploadIds)) {
    // A leftover job of an earlier or failed stage still has a position, but its upload must not show that position.
    const job = jobOfUpload(row, videos.get(row.id))
    const place = job && positions.get(keyOf(job))
    if (place === undefined) continue
    report(row.id, {
      room: `user:${row.ownerId}`,
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
