import { ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import { appealForBan, appealForThing } from '@toile/db/moderation/appeals'
import { findCase, listCases } from '@toile/db/moderation/moderation'
import { claimCase, auditUserView, releaseCase } from '@toile/db/moderation/moderation-claims'
import { decideCase } from '@toile/db/moderation/moderation-decisions'
import { isPrivate } from '@toile/db/moderation/moderation-subjects'
import { hashToken } from '@toile/runtime/one-time-tokens'
import { caseDetails, caseView } from '../../views/cases.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function moderationHandlers({ links }: Context) {
  const found = async (db: Db, id: string) => {
    const row = await findCase(db, id)
    if (!row) throw new ToileError('NOT_FOUND')
    return row
  }
  const present = async (db: Db, id: string) => caseView(await found(db, id))

  return {
    async listCases({ db, user, query }) {
      const { items, total } = await listCases(db, { ...query, userId: user.id })
      return { items: items.map(caseView), total }
    },

    async getCase({ db, user, params: { id } }) {
      const row = await found(db, id)
      const noted = await isPrivate(db, row)
      // An administrator's view of private content is logged before the content is shown.
      if (noted) await auditUserView(db, id, user.id)
      return caseDetails(db, row, { actorId: user.id, noted, links })
    },

    async claimCase({ db, user, params: { id } }) {
      await claimCase(db, id, user.id)
      return present(db, id)
    },

    async releaseCase({ db, user, params: { id } }) {
      await releaseCase(db, id, user.id)
      return present(db, id)
    },

    async decideCase({ db, user, params: { id }, body: { decision, reason, days = null } }) {
      await decideCase(db, { id, actorId: user.id, decision, reason, days })
      return present(db, id)
    },

    async appeal({ db, user, params: { id }, body }) {
      await appealForThing(db, { id, userId: user.id, text: body.text })
    },

    async appealBan({ db, body }) {
      await appealForBan(db, hashToken(body.token), body.text)
    },
  } satisfies Partial<Handlers>
}
