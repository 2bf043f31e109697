import { ToileError } from '@toile/contracts/errors'
import type { BackstageCreator } from '@toile/contracts/users/users-backstage'
import { inBulk } from '@toile/db/bulk'
import { creatorsTable, type BackstageCreatorRow } from '@toile/db/users/creators-backstage'
import { setFeatured } from '@toile/db/users/user-rights'
import { findRow, readTable } from '@toile/db/table'
import { bulkView } from '../../views/bulk.js'
import type { Handlers } from '../../http/register-routes.js'

export function backstageCreatorHandlers() {
  return {
    async listBackstageCreators({ db, query }) {
      const { items, total } = await readTable<BackstageCreatorRow, typeof query>(db, creatorsTable, query)
      return { items: items.map(creatorView), total }
    },

    async featureCreator({ db, user, params: { id }, body }) {
      if (!(await findRow(db, creatorsTable, id))) throw new ToileError('NOT_FOUND')
      await setFeatured(db, { id, actorId: user.id, reason: body.reason }, body.featured)
      return creatorView((await findRow<BackstageCreatorRow>(db, creatorsTable, id))!)
    },

    async featureCreators({ db, user, body, language }) {
      const { reason } = body
      const outcome = await inBulk(db, body.ids, body, (trx, id) =>
        setFeatured(trx, { id, actorId: user.id, reason }, body.featured),
      )
      return bulkView(outcome, language)
    },
  } satisfies Partial<Handlers>
}

const creatorView = (row: BackstageCreatorRow): BackstageCreator => ({
  ...row,
  featuredAt: row.featuredAt?.toISOString() ?? null,
  lastPublishedAt: row.lastPublishedAt.toISOString(),
})
