import { ToileError } from '@toile/contracts/errors'
import type { videoRoutes } from '@toile/contracts/videos/videos'
import { imagesOfUploads } from '@toile/db/images/images'
import { findVideos } from '@toile/db/videos/videos'
import type { HandlersOf } from '../http/register-routes.js'
import { videoView } from '../views/videos.js'
import type { Context } from '../http/context.js'

export function videoHandlers({ links }: Context): HandlersOf<typeof videoRoutes> {
  return {
    async getVideo({ db, params, language }) {
      const [row] = await findVideos(db, [params.id])
      if (!row) throw new ToileError('NOT_FOUND')
      return videoView(row, await imagesOfUploads(db, [row.upload_id]), links, language)
    },
  }
}
