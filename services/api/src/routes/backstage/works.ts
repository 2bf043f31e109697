import { ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import { readTable } from '@toile/db/table'
import { unlistedTable, type UnlistedRow } from '@toile/db/works/unlisted-works'
import { featureWork, hideWork, unhideWork } from '@toile/db/moderation/work-moderation'
import { backstageWorkTable, findBackstageWork, type BackstageWorkRow } from '@toile/db/works/works-backstage'
import { bulk } from '../../http/bulk.js'
import { imagesById } from '../../views/present-works.js'
import { isPublished, backstageWorkView, unlistedView } from '../../views/works-backstage.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function backstageWorkHandlers({ links }: Context) {
  const present = async (db: Db, rows: readonly BackstageWorkRow[]) => {
    // Administrators see pictures only of published works.
    const images = await imagesById(
      db,
      rows.filter(isPublished).map((row) => row.coverId),
    )
    return rows.map((row) => backstageWorkView(row, images, links))
  }
  return {
    async listBackstageWorks({ db, query }) {
      const { items, total } = await readTable<BackstageWorkRow, typeof query>(db, backstageWorkTable, query)
      return { items: await present(db, items), total }
    },

    async getBackstageWork({ db, params }) {
      const row = await findBackstageWork(db, params.id)
      if (!row) throw new ToileError('NOT_FOUND')
      return (await present(db, [row]))[0]!
    },

    hideWorks: (call) => bulk(call, hideWork),
    unhideWorks: (call) => bulk(call, unhideWork),
    featureWorks: (call) => bulk(call, (trx, target) => featureWork(trx, { ...target, featured: call.body.featured })),

    async listUnlisted({ db, query }) {
      const { items, total } = await readTable<UnlistedRow, typeof query>(db, unlistedTable, query)
      return { items: items.map(unlistedView), total }
    },
  } satisfies Partial<Handlers>
}
