import { failureView } from '@toile/contracts/failure-view'
import type { Language } from '@toile/contracts/languages.constants'
import type { Video } from '@toile/contracts/videos/videos'
import type { ImageRow } from '@toile/db/images/images'
import type { VideoRow } from '@toile/db/videos/videos'
import { imageView } from './images.js'
import type { Links } from '@toile/runtime/links'

/** A video with links to its sizes. `images` may hold its upload's pictures: one of them is its poster. */
export function videoView(row: VideoRow, images: readonly ImageRow[], links: Links, language: Language = 'en'): Video {
  const poster = images.find((image) => image.upload_id === row.upload_id && image.purpose === 'inline')
  const board = { id: row.storyboard_file_id ?? '', name: 'storyboard.jpg', public: row.storyboard_public ?? false }
  return {
    id: row.id,
    uploadId: row.upload_id,
    status: row.status,
    width: row.width,
    height: row.height,
    durationSeconds: row.duration_seconds,
    hasAudio: row.has_audio,
    poster: poster ? imageView(poster, links) : null,
    storyboard: row.storyboard && { url: links.file(board), ...row.storyboard },
    variants: row.renditions.map(({ fileId, public: isPublic, name, ...size }) => ({
      ...size,
      name,
      format: 'mp4',
      url: links.file({ id: fileId, name: `${name.replace('mp4.', '')}.mp4`, public: isPublic }),
    })),
    ...(row.failure && { failure: failureView(row.failure, language) }),
    version: row.version,
  }
}
