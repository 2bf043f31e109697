import { ToileError } from '@toile/contracts/errors'
import { inBulk } from '@toile/db/bulk'
import type { Db } from '@toile/db/client'
import { hideComment, unhideComment } from '@toile/db/moderation/comment-moderation'
import {
  backstageCommentTable,
  findBackstageComment,
  type BackstageCommentRow,
} from '@toile/db/comments/comments-backstage'
import { readTable } from '@toile/db/table'
import { bulkView } from '../../views/bulk.js'
import { backstageCommentView } from '../../views/works-backstage.js'
import type { Handlers } from '../../http/register-routes.js'

export function backstageCommentHandlers() {
  return {
    async listBackstageComments({ db, query }) {
      const { items, total } = await readTable<BackstageCommentRow, typeof query>(db, backstageCommentTable, query)
      return { items: items.map(backstageCommentView), total }
    },

    async getBackstageComment({ db, params }) {
      const row = await findBackstageComment(db, params.id)
      if (!row) throw new ToileError('NOT_FOUND')
      return backstageCommentView(row)
    },

    async hideComments({ db, user, body: { ids, reason, ...how }, language }) {
      const action = (trx: Db, id: string) => hideComment(trx, { id, actorId: user.id, reason })
      return bulkView(await inBulk(db, ids, how, action), language)
    },

    async unhideComments({ db, user, body: { ids, reason, ...how }, language }) {
      const action = (trx: Db, id: string) => unhideComment(trx, { id, actorId: user.id, reason })
      return bulkView(await inBulk(db, ids, how, action), language)
    },
  } satisfies Partial<Handlers>
}
