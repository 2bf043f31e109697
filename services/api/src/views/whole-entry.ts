import type { Entry, WholeEntry } from '@toile/contracts/activities/activity-entries'
import type { Db } from '@toile/db/client'
import type { EntryRow } from '@toile/db/activities/activity-submissions'
import { imagesOfUploads } from '@toile/db/images/images'
import { videosOfUploads } from '@toile/db/videos/videos'
import type { Links } from '@toile/runtime/links'
import { imageView } from './images.js'
import { imagesById } from './present-works.js'
import { videoView } from './videos.js'

/** Adds the work's content to `entry`. For viewers who may not see the content, the added fields are empty. */
export async function wholeEntry(
  db: Db,
  entry: Entry,
  { row, isShown, links }: { row: EntryRow; isShown: boolean; links: Links },
): Promise<WholeEntry> {
  if (!isShown) return { ...entry, intro: '', hotspots: [], video: null, images: [] }
  const images = await imagesById(db, row.imageIds)
  const uploads = row.videoUploadId ? [row.videoUploadId] : []
  const [video] = await videosOfUploads(db, uploads)
  return {
    ...entry,
    intro: row.intro,
    hotspots: row.hotspots,
    video: video ? videoView(video, await imagesOfUploads(db, uploads), links) : null,
    images: row.imageIds.flatMap((id) => images.get(id) ?? []).map((image) => imageView(image, links)),
  }
}
