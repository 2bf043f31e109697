import type { Work, WorkCard } from '@toile/contracts/works'
import type { ImageRow } from '@toile/db/queries/images'
import type { WorkRow } from '@toile/db/queries/works'
import { imageView } from './images.js'
import type { Links } from './links.js'
import { publicUserView } from './users.js'

/** The pictures that a work may show, by id: covers, and the avatars of creators. */
type Images = ReadonlyMap<string, ImageRow>

/** A work as a tile of a list. */
export function workCardView(row: WorkRow, images: Images, links: Links): WorkCard {
  const cover = images.get(row.cover_id ?? '')
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    visibility: row.visibility,
    creator: publicUserView(row, images, links),
    cover: cover ? imageView(cover, links) : null,
    counters: { likes: row.likes, comments: row.comments, views: row.views },
    releasedAt: row.released_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}

/** A work whole. */
export function workView(row: WorkRow, images: Images, previews: ImageRow[], links: Links): Work {
  return {
    ...workCardView(row, images, links),
    intro: row.intro,
    categories: row.categories,
    tags: row.tags,
    coverId: row.cover_id,
    uploadId: row.upload_id,
    model:
      row.model_file_id && row.facts
        ? {
            url: links.file({ id: row.model_file_id, name: 'model.glb', public: row.model_public ?? false }),
            bytes: row.model_bytes ?? 0,
            facts: row.facts,
          }
        : null,
    preview: row.preview_file_id
      ? {
          url: links.file({ id: row.preview_file_id, name: 'preview.glb', public: row.preview_public ?? false }),
          bytes: row.preview_bytes ?? 0,
        }
      : null,
    closed: closedView(row, links),
    previews: previews.map((image) => imageView(image, links)),
    hotspots: row.hotspots,
    version: row.version,
  }
}

function closedView(row: WorkRow, links: Links): Work['closed'] {
  const { closed_format: format, original_file_id: id } = row
  if (!format || !id) return null
  const url = links.file({ id, name: `garment.${format}`, public: row.original_public ?? false })
  return { format, url, bytes: row.original_bytes ?? 0 }
}
