import type { Work, WorkCard } from '@toile/contracts/works/works'
import type { WorkVersion } from '@toile/contracts/works/works-social'
import type { ImageRow } from '@toile/db/images/images'
import type { VersionRow } from '@toile/db/works/work-versions'
import { canSeeWork } from '@toile/db/works/shown-works'
import type { WorkCardRow } from '@toile/db/works/work-cards'
import type { WorkRow } from '@toile/db/works/works'
import type { VideoRow } from '@toile/db/videos/videos'
import { imageView, type ShownImage } from './images.js'
import type { Links } from '@toile/runtime/links'
import { creatorView, publicUserView } from './users.js'
import { videoView } from './videos.js'

export type Images = ReadonlyMap<string, ImageRow>

export function workCardView(row: WorkCardRow, links: Links): WorkCard {
  const isPublic = canSeeWork(row, undefined)
  return {
    ...cardFields(row),
    creator: creatorView(row, { variants: row.avatarVariants ?? [], public: true }, links),
    cover: row.coverId ? imageView(coverOf(row, row.coverId, isPublic), links) : null,
    liked: row.liked,
  }
}

/** The files of a public work's cover are public. For any other work, the cover's link is signed. */
const coverOf = (row: WorkCardRow, id: string, isPublic: boolean): ShownImage => ({
  id,
  purpose: row.coverPurpose!,
  status: row.coverStatus!,
  width: row.coverWidth!,
  height: row.coverHeight!,
  blurhash: row.coverBlurhash,
  angle: row.coverAngle,
  variants: row.coverVariants!,
  version: row.coverVersion!,
  failure: null,
  public: isPublic,
})

const cardFields = (row: Pick<WorkCardRow, keyof WorkCardRow & keyof WorkRow>) => ({
  id: row.id,
  title: row.title,
  state: row.state,
  visibility: row.visibility,
  counters: { likes: row.likes, comments: row.comments, views: row.views },
  featured: row.featuredAt !== null,
  ...(row.hiddenAt && { hidden: { at: row.hiddenAt.toISOString(), reason: row.hiddenReason ?? '' } }),
  releasedAt: row.releasedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

interface Shown {
  images: Images
  liked: ReadonlySet<string>
  pictures: readonly ImageRow[]
  video: VideoRow | undefined
  links: Links
}

export function workView(row: WorkRow, { images, liked, pictures, video, links }: Shown): Work {
  const cover = images.get(row.coverId ?? '')
  return {
    ...cardFields(row),
    creator: publicUserView(row, images, links),
    cover: cover ? imageView(cover, links) : null,
    liked: liked.has(row.id),
    intro: row.intro,
    categories: row.categories,
    tags: row.tags,
    coverId: row.coverId,
    uploadId: row.uploadId,
    videoUploadId: row.videoUploadId,
    video: video ? videoView(video, pictures, links) : null,
    model: modelView(row, links),
    preview: row.previewFileId
      ? {
          url: links.file({ id: row.previewFileId, name: 'preview.glb', public: row.previewPublic ?? false }),
          bytes: row.previewBytes ?? 0,
        }
      : null,
    ...(row.arFileId && {
      ar: {
        url: links.file({ id: row.arFileId, name: 'ar.glb', public: row.arPublic ?? false }),
        bytes: row.arBytes ?? 0,
      },
    }),
    proprietary: proprietaryView(row, links),
    previews: pictures.filter((image) => image.uploadId === row.uploadId).map((image) => imageView(image, links)),
    hotspots: row.hotspots,
    images: row.imageIds.flatMap((id) => images.get(id) ?? []).map((image) => imageView(image, links)),
    downloadable: row.downloadable,
    version: row.version,
  }
}

/** `pictures` may belong to several uploads. Only the pictures of this version's upload are shown. */
export function versionView(row: VersionRow, pictures: readonly ImageRow[], links: Links): WorkVersion {
  return {
    number: row.number,
    model: modelView(row, links),
    previews: pictures.filter((image) => image.uploadId === row.uploadId).map((image) => imageView(image, links)),
    createdAt: row.createdAt.toISOString(),
  }
}

type ModelRow = Pick<WorkRow, 'modelFileId' | 'modelPublic' | 'modelBytes' | 'originalBytes' | 'facts'>

function modelView(row: ModelRow, links: Links): Work['model'] {
  if (!row.modelFileId || !row.facts) return null
  return {
    url: links.file({ id: row.modelFileId, name: 'model.glb', public: row.modelPublic ?? false }),
    bytes: row.modelBytes ?? 0,
    originalBytes: row.originalBytes,
    facts: row.facts,
  }
}

function proprietaryView(row: WorkRow, links: Links): Work['proprietary'] {
  const { proprietaryFormat: format, originalFileId: id } = row
  if (!format || !id) return null
  const url = links.file({ id, name: `garment.${format}`, public: row.originalPublic ?? false })
  return { format, url, bytes: row.originalBytes ?? 0 }
}
