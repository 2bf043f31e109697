import { ToileError } from '@toile/contracts/errors'
import type { officeWorkRoutes } from '@toile/contracts/works-office'
import { inBulk } from '@toile/db/bulk'
import type { Db } from '@toile/db/client'
import { listUnlisted } from '@toile/db/queries/unlisted-works'
import { featureWork, hideWork, unhideWork } from '@toile/db/queries/work-moderation'
import { findOfficeWork, listOfficeWorks, type OfficeWorkRow } from '@toile/db/queries/works-office'
import type { Links } from '@toile/runtime/links'
import type { HandlersOf } from '../implement.js'
import { cleanReason } from '../reason.js'
import { bulkView } from '../views/bulk.js'
import { imagesById } from '../views/present-works.js'
import { isPublished, officeWorkView, unlistedView } from '../views/works-office.js'

/** The tables of works for operators, and what they do to many at once. */
export function officeWorkHandlers({ links }: { links: Links }): HandlersOf<typeof officeWorkRoutes> {
  const present = async (db: Db, rows: readonly OfficeWorkRow[]) => {
    const images = await imagesById(
      db,
      rows.filter(isPublished).map((row) => row.cover_id),
    )
    return rows.map((row) => officeWorkView(row, images, links))
  }
  return {
    async listOfficeWorks({ db, query }) {
      const { items, total } = await listOfficeWorks(db, query)
      return { items: await present(db, items), total }
    },

    async getOfficeWork({ db, params }) {
      const row = await findOfficeWork(db, params.id)
      if (!row) throw new ToileError('NOT_FOUND')
      return (await present(db, [row]))[0]!
    },

    async hideWorks({ db, user, body: { ids, reason: given, ...how }, language }) {
      const reason = cleanReason(given)
      const deed = (trx: Db, id: string) => hideWork(trx, { id, actorId: user.id, reason })
      return bulkView(await inBulk(db, ids, how, deed), language)
    },

    async unhideWorks({ db, user, body: { ids, reason: given, ...how }, language }) {
      const reason = cleanReason(given)
      const deed = (trx: Db, id: string) => unhideWork(trx, { id, actorId: user.id, reason })
      return bulkView(await inBulk(db, ids, how, deed), language)
    },

    async featureWorks({ db, user, body: { ids, featured, reason: given, ...how }, language }) {
      const reason = cleanReason(given)
      const deed = (trx: Db, id: string) => featureWork(trx, { id, actorId: user.id, reason, featured })
      return bulkView(await inBulk(db, ids, how, deed), language)
    },

    async listUnlisted({ db, query }) {
      const { items, total } = await listUnlisted(db, query)
      return { items: items.map(unlistedView), total }
    },
  }
}
