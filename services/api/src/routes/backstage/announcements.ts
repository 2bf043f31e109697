import { ToileError } from '@toile/contracts/errors'
import type { Announcement } from '@toile/contracts/notifications/notifications'
import { inTransaction } from '@toile/db/client'
import { recordAudit } from '@toile/db/audit/audit'
import {
  announcementsTable,
  findAnnouncement,
  insertAnnouncement,
  withdrawAnnouncement,
  type AnnouncementRow,
} from '@toile/db/notifications/announcements'
import { readTable } from '@toile/db/table'
import { changesOf } from '@toile/db/field-changes'
import type { Handlers } from '../../http/register-routes.js'

const view = (row: AnnouncementRow): Announcement => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
})

export function announcementHandlers() {
  return {
    async listAnnouncements({ db, query }) {
      const { items, total } = await readTable<AnnouncementRow, typeof query>(db, announcementsTable, query)
      return { items: items.map(view), total }
    },

    async createAnnouncement({ db, user, body }) {
      return view(await insertAnnouncement(db, { authorId: user.id, texts: body.texts, path: body.path ?? null }))
    },

    async getAnnouncement({ db, params }) {
      const row = await findAnnouncement(db, params.id)
      if (!row) throw new ToileError('NOT_FOUND')
      return view(row)
    },

    async withdrawAnnouncement({ db, user, params: { id }, body: { reason } }) {
      await inTransaction(db, async (trx) => {
        const row = await findAnnouncement(trx, id)
        if (!row) throw new ToileError('NOT_FOUND')
        if (!(await withdrawAnnouncement(trx, id))) throw new ToileError('STATE_CONFLICT')
        const changes = changesOf({ withdrawn: false }, { withdrawn: true })
        const params = { title: row.texts.en.title }
        const action = { action: 'announcement.withdrawn', subjectKind: 'announcement', subjectId: id } as const
        await recordAudit(trx, { actorId: user.id, ...action, params, ...changes, reason })
      })
      return view((await findAnnouncement(db, id))!)
    },
  } satisfies Partial<Handlers>
}
