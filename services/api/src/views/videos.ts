import { failureView } from '@toile/contracts/failure-view'
import type { Language } from '@toile/contracts/languages.constants'
import type { Video } from '@toile/contracts/videos/videos'
import type { ImageRow } from '@toile/db/images/images'
import type { VideoRow } from '@toile/db/videos/videos'
import { imageView } from './images.js'
import type { Links } from '@toile/runtime/links'

export function videoView(row: VideoRow, images: readonly ImageRow[], links: Links, language: Language = 'en'): Video {
  const poster = images.find((image) => image.uploadId === row.uploadId && image.purpose === 'inline')
  const board = { id: row.storyboardFileId ?? '', name: 'storyboard.jpg', public: row.storyboardPublic ?? false }
  return {
    id: row.id,
    uploadId: row.uploadId,
    status: row.status,
    width: row.width,
    height: row.height,
    durationSeconds: row.durationSeconds,
    hasAudio: row.hasAudio,
    poster: poster ? imageView(poster, links, language) : null,
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
