import { ToileError } from '@toile/contracts/errors'
import type { BackstageCreator } from '@toile/contracts/users/users-backstage'
import { creatorsTable, type BackstageCreatorRow } from '@toile/db/users/creators-backstage'
import { setFeatured } from '@toile/db/users/user-rights'
import { findRow, readTable } from '@toile/db/table'
import { bulk } from '../../http/bulk.js'
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

    featureCreators: (call) => bulk(call, (trx, target) => setFeatured(trx, target, call.body.featured)),
  } satisfies Partial<Handlers>
}

const creatorView = (row: BackstageCreatorRow): BackstageCreator => ({
  ...row,
  featuredAt: row.featuredAt?.toISOString() ?? null,
  lastPublishedAt: row.lastPublishedAt.toISOString(),
})
