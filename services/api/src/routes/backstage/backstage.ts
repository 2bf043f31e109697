import { countedKinds, type CountedKind } from '@toile/contracts/backstage/backstage.constants'
import { searchUsers } from '@toile/db/users/user-search'
import { arrangementOf, countsByDay, setArrangement, storageTotals } from '@toile/db/backstage/backstage'
import { imagesById } from '../../views/present-works.js'
import { avatarUrl } from '../../views/users.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function backstageHandlers({ links }: Context) {
  return {
    async getOverview({ db }) {
      const days = {} as Record<CountedKind, number[]>
      for (const kind of countedKinds) days[kind] = await countsByDay(db, kind)
      return { ...days, storage: await storageTotals(db) }
    },

    async searchUsers({ db, query }) {
      const found = await searchUsers(db, query.q)
      const images = await imagesById(
        db,
        found.map((person) => person.avatarId),
      )
      const items = found.map(({ avatarId, ...person }) => ({
        ...person,
        avatarUrl: avatarUrl(images.get(avatarId ?? ''), links),
      }))
      return { items }
    },

    getArrangement: async ({ db, user, params }) => ({ items: await arrangementOf(db, user.id, params.page) }),

    async setArrangement({ db, user, params, body }) {
      await setArrangement(db, user.id, params.page, body.items)
      return { items: body.items }
    },
  } satisfies Partial<Handlers>
}
