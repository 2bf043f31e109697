import { ToileError } from '@toile/contracts/errors'
import { findSharedSpin, shareRender } from '@toile/db/renders/spins'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

export function spinHandlers({ links }: Context) {
  return {
    async shareRender({ db, params, body }) {
      if (!(await shareRender(db, params.id, body.shared))) throw new ToileError('STATE_CONFLICT')
      return body
    },

    async getSpin({ db, params }) {
      const spin = await findSharedSpin(db, params.id)
      if (!spin) throw new ToileError('NOT_FOUND')
      const { id, name, width, height, background, ownerId, nickname, workId, workTitle, frames } = spin
      return {
        id,
        name,
        width,
        height,
        clear: background === 'transparent',
        // Links expire, so that the frames become unavailable soon after sharing ends.
        frames: frames.map((frame) => ({
          url: links.file({ id: frame.fileId, name: `${frame.name}.webp`, public: false }),
        })),
        creator: { id: ownerId, nickname },
        ...(workId && { work: { id: workId, title: workTitle ?? '' } }),
      }
    },
  } satisfies Partial<Handlers>
}
