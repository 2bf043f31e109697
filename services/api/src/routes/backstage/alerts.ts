import { ToileError } from '@toile/contracts/errors'
import { inTransaction } from '@toile/db/client'
import { acknowledgeAlert, findAlerts, listAlerts } from '@toile/db/queues/alerts'
import { recordAudit } from '@toile/db/audit/audit'
import type { Handlers } from '../../http/register-routes.js'

export function alertHandlers() {
  return {
    listAlerts: ({ db, query: { state = 'all', page, pageSize } }) =>
      listAlerts(db, { open: state === 'open', page, pageSize }),

    async acknowledgeAlert({ db, user, params: { id } }) {
      const [alert] = await findAlerts(db, [id])
      if (!alert) throw new ToileError('NOT_FOUND')
      await inTransaction(db, async (trx) => {
        if (!(await acknowledgeAlert(trx, id, user.id))) throw new ToileError('STATE_CONFLICT')
        await recordAudit(trx, {
          actorId: user.id,
          action: 'alert.acknowledged',
          subjectKind: 'alert',
          subjectId: id,
          params: { kind: alert.kind, ...(alert.queue && { queue: alert.queue }) },
        })
      })
      return (await findAlerts(db, [id]))[0]!
    },
  } satisfies Partial<Handlers>
}
