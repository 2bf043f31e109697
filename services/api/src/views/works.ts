import type { Work, WorkCard } from '@toile/contracts/works/works'
import type { WorkVersion } from '@toile/contracts/works/works-social'
import type { ImageRow } from '@toile/db/images/images'
import type { VersionRow } from '@toile/db/works/work-versions'
import type { WorkRow } from '@toile/db/works/works'
import type { VideoRow } from '@toile/db/videos/videos'
import { imageView } from './images.js'
import type { Links } from '@toile/runtime/links'
import { publicUserView } from './users.js'
import { videoView } from './videos.js'

/** The pictures that a work may show, by id: covers, details, and the avatars of creators. */
export type Images = ReadonlyMap<string, ImageRow>

/** A work as a tile of a list; `liked` holds the works that the caller likes. */
export function workCardView(row: WorkRow, images: Images, liked: ReadonlySet<string>, links: Links): WorkCard {
  const cover = images.get(row.cover_id ?? '')
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    visibility: row.visibility,
    creator: publicUserView(row, images, links),
    cover: cover ? imageView(cover, links) : null,
    counters: { likes: row.likes, comments: row.comments, views: row.views },
    liked: liked.has(row.id),
    featured: row.featured_at !== null,
    ...(row.hidden_at && { hidden: { at: row.hidden_at.toISOString(), reason: row.hidden_reason ?? '' } }),
    releasedAt: row.released_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}

interface Shown {
  images: Images
  liked: ReadonlySet<string>
  /** Made of the model and of the video. */
  pictures: readonly ImageRow[]
  video: VideoRow | undefined
  links: Links
}

/** A work whole. */
export function workView(row: WorkRow, { images, liked, pictures, video, links }: Shown): Work {
  return {
    ...workCardView(row, images, liked, links),
    intro: row.intro,
    categories: row.categories,
    tags: row.tags,
    coverId: row.cover_id,
    uploadId: row.upload_id,
    videoUploadId: row.video_upload_id,
    video: video ? videoView(video, pictures, links) : null,
    model: modelView(row, links),
    preview: row.preview_file_id
      ? {
          url: links.file({ id: row.preview_file_id, name: 'preview.glb', public: row.preview_public ?? false }),
          bytes: row.preview_bytes ?? 0,
        }
      : null,
    ...(row.ar_file_id && {
      ar: {
        url: links.file({ id: row.ar_file_id, name: 'ar.glb', public: row.ar_public ?? false }),
        bytes: row.ar_bytes ?? 0,
      },
    }),
    closed: closedView(row, links),
    previews: pictures.filter((image) => image.uploadId === row.upload_id).map((image) => imageView(image, links)),
    hotspots: row.hotspots,
    images: row.image_ids.flatMap((id) => images.get(id) ?? []).map((image) => imageView(image, links)),
    downloadable: row.downloadable,
    version: row.version,
  }
}

/** A file that a work has shown; `pictures` holds those of several uploads. */
export function versionView(row: VersionRow, pictures: readonly ImageRow[], links: Links): WorkVersion {
  return {
    number: row.number,
    model: modelView(row, links),
    previews: pictures.filter((image) => image.uploadId === row.upload_id).map((image) => imageView(image, links)),
    createdAt: row.created_at.toISOString(),
  }
}

type ModelRow = Pick<WorkRow, 'model_file_id' | 'model_public' | 'model_bytes' | 'original_bytes' | 'facts'>

function modelView(row: ModelRow, links: Links): Work['model'] {
  if (!row.model_file_id || !row.facts) return null
  return {
    url: links.file({ id: row.model_file_id, name: 'model.glb', public: row.model_public ?? false }),
    bytes: row.model_bytes ?? 0,
    originalBytes: row.original_bytes,
    facts: row.facts,
  }
}

function closedView(row: WorkRow, links: Links): Work['closed'] {
  const { closed_format: format, original_file_id: id } = row
  if (!format || !id) return null
  const url = links.file({ id, name: `garment.${format}`, public: row.original_public ?? false })
  return { format, url, bytes: row.original_bytes ?? 0 }
}
