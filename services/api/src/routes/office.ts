import type { officeRoutes } from '@toile/contracts/office'
import { countedKinds, type CountedKind } from '@toile/contracts/office.constants'
import { findPeople } from '@toile/db/queries/people'
import { arrangementOf, countsByDay, setArrangement, storageTotals } from '@toile/db/queries/office'
import type { HandlersOf } from '../implement.js'

/** What administrators see first, and how each arranged the pages of the back office. */
export function officeHandlers(): HandlersOf<typeof officeRoutes> {
  return {
    async getOverview({ db }) {
      const days = {} as Record<CountedKind, number[]>
      for (const kind of countedKinds) days[kind] = await countsByDay(db, kind)
      return { ...days, storage: await storageTotals(db) }
    },

    findPeople: async ({ db, query }) => ({ items: await findPeople(db, query.q) }),

    getArrangement: async ({ db, user, params }) => ({ items: await arrangementOf(db, user.id, params.page) }),

    async setArrangement({ db, user, params, body }) {
      await setArrangement(db, user.id, params.page, body.items)
      return { items: body.items }
    },
  }
}
