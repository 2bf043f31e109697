import { ToileError } from '@toile/contracts/errors'
import { imagesOfUploads } from '@toile/db/images/images'
import { findVideos } from '@toile/db/videos/videos'
import { videoView } from '../views/videos.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

export function videoHandlers({ links }: Context) {
  return {
    async getVideo({ db, params, language }) {
      const [row] = await findVideos(db, [params.id])
      if (!row) throw new ToileError('NOT_FOUND')
      return videoView(row, await imagesOfUploads(db, [row.uploadId]), links, language)
    },
  } satisfies Partial<Handlers>
}
