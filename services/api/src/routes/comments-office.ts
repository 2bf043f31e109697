import type { officeCommentRoutes } from '@toile/contracts/comments-office'
import { ToileError } from '@toile/contracts/errors'
import { inBulk } from '@toile/db/bulk'
import type { Db } from '@toile/db/client'
import { hideComment, unhideComment } from '@toile/db/queries/comment-moderation'
import { findOfficeComment, listOfficeComments } from '@toile/db/queries/comments-office'
import type { HandlersOf } from '../implement.js'
import { cleanReason } from '../reason.js'
import { bulkView } from '../views/bulk.js'
import { officeCommentView } from '../views/works-office.js'

/** The table of comments for operators, and what they do to many at once. */
export function officeCommentHandlers(): HandlersOf<typeof officeCommentRoutes> {
  return {
    async listOfficeComments({ db, query }) {
      const { items, total } = await listOfficeComments(db, query)
      return { items: items.map(officeCommentView), total }
    },

    async getOfficeComment({ db, params }) {
      const row = await findOfficeComment(db, params.id)
      if (!row) throw new ToileError('NOT_FOUND')
      return officeCommentView(row)
    },

    async hideComments({ db, user, body: { ids, reason: given, ...how }, language }) {
      const reason = cleanReason(given)
      const deed = (trx: Db, id: string) => hideComment(trx, { id, actorId: user.id, reason })
      return bulkView(await inBulk(db, ids, how, deed), language)
    },

    async unhideComments({ db, user, body: { ids, reason: given, ...how }, language }) {
      const reason = cleanReason(given)
      const deed = (trx: Db, id: string) => unhideComment(trx, { id, actorId: user.id, reason })
      return bulkView(await inBulk(db, ids, how, deed), language)
    },
  }
}
