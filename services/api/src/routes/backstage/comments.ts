import { ToileError } from '@toile/contracts/errors'
import { hideComment, unhideComment } from '@toile/db/moderation/comment-moderation'
import {
  backstageCommentTable,
  findBackstageComment,
  type BackstageCommentRow,
} from '@toile/db/comments/comments-backstage'
import { readTable } from '@toile/db/table'
import { bulk } from '../../http/bulk.js'
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

    hideComments: (call) => bulk(call, hideComment),
    unhideComments: (call) => bulk(call, unhideComment),
  } satisfies Partial<Handlers>
}
