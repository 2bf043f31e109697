import { ToileError } from '@toile/contracts/errors'
import { isId } from '@toile/contracts/ids'
import { findStoredFile, passwordStateOf } from '@toile/db/files/files'
import { sendFile } from '../http/send-file.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

/** Public files never change under their id; a year is the longest that caches accept. */
const PUBLIC_CACHE = 'public, max-age=31536000, immutable'
const PRIVATE_CACHE = 'private, max-age=600'

export function fileHandlers({ db, storage, links }: Context) {
  return {
    async getFile({ params, query, request, reply }) {
      const file = isId(params.id) ? await findStoredFile(db, params.id) : undefined
      const bound = file && query.bound ? await passwordStateOf(db, file.id) : undefined
      // Missing and forbidden files give the same answer.
      if (!file || !(file.public || links.isGood(file.id, query.expires, query.signature, bound)))
        throw new ToileError('NOT_FOUND')
      return sendFile({ request, reply, storage }, file, {
        'content-disposition': file.kind === 'image' || file.kind === 'video' ? 'inline' : 'attachment',
        'cache-control': file.public ? PUBLIC_CACHE : PRIVATE_CACHE,
      })
    },
  } satisfies Partial<Handlers>
}
