import { ToileError } from '@toile/contracts/errors'
import type { Work, WorkCard } from '@toile/contracts/works/works'
import type { Db } from '@toile/db/client'
import type { Page } from '@toile/db/cursors'
import { findImages, imagesOfUploads, type ImageRow } from '@toile/db/images/images'
import { videosOfUploads } from '@toile/db/videos/videos'
import { likedBy } from '@toile/db/works/work-counters'
import type { WorkCardRow } from '@toile/db/works/work-cards'
import { findWork, type WorkRow } from '@toile/db/works/works'
import type { Links } from '@toile/runtime/links'
import { workCardView, workView } from './works.js'

export type PresentWorks = ReturnType<typeof createPresentWorks>

export function createPresentWorks(links: Links) {
  const present = {
    /** Callers check first whether the viewer may see the work. @throws NOT_FOUND if the work does not exist */
    async one(db: Db, id: string, viewerId: string | undefined): Promise<Work> {
      const row = await findWork(db, id)
      if (!row) throw new ToileError('NOT_FOUND')
      return present.row(db, row, viewerId)
    },
    async row(db: Db, row: WorkRow, viewerId: string | undefined): Promise<Work> {
      const uploadIds = [row.uploadId ?? [], row.videoUploadId ?? []].flat()
      const pictures = uploadIds.length > 0 ? await imagesOfUploads(db, uploadIds) : []
      const [video] = row.videoUploadId ? await videosOfUploads(db, [row.videoUploadId]) : []
      // The cover may be one of `pictures`, which imagesById() does not load again.
      const images = await imagesById(db, [row.coverId, row.avatarId, ...row.imageIds], pictures)
      return workView(row, { images, pictures, video, links, liked: await likedBy(db, viewerId, [row.id]) })
    },
    page: ({ items, nextCursor }: Page<WorkCardRow>): Page<WorkCard> => ({
      items: items.map((row) => workCardView(row, links)),
      nextCursor,
    }),
  }
  return present
}

export async function imagesById(
  db: Db,
  ids: readonly (string | null)[],
  known: readonly ImageRow[] = [],
): Promise<Map<string, ImageRow>> {
  const images = new Map(known.map((image) => [image.id, image]))
  const missing = new Set(ids.filter((id): id is string => id !== null && !images.has(id)))
  if (missing.size > 0) for (const image of await findImages(db, [...missing])) images.set(image.id, image)
  return images
}
