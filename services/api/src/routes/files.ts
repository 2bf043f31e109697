import { ToileError } from '@toile/contracts/errors'
import { isId } from '@toile/contracts/ids'
import { findStoredFile, passwordStateOf } from '@toile/db/files/files'
import { sendFile } from '../http/send-file.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

/** A public file's id always has the same content, so it is cached for a year, the customary maximum of max-age. */
const PUBLIC_CACHE = 'public, max-age=31536000, immutable'
const PRIVATE_CACHE = 'private, max-age=600'

export function fileHandlers({ db, storage, links }: Context) {
  return {
    async getFile({ params, query, request, reply }) {
      const file = isId(params.id) ? await findStoredFile(db, params.id) : undefined
      const bound = file && query.bound ? await passwordStateOf(db, file.id) : undefined
      // Missing and forbidden files get the same response, so that a caller cannot learn which files exist.
      if (!file || !(file.public || links.isGood(file.id, query.expires, query.signature, bound)))
        throw new ToileError('NOT_FOUND')
      return sendFile({ request, reply, storage }, file, {
        'content-disposition': file.kind === 'image' || file.kind === 'video' ? 'inline' : 'attachment',
        'cache-control': file.public ? PUBLIC_CACHE : PRIVATE_CACHE,
      })
    },
  } satisfies Partial<Handlers>
}
