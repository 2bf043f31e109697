import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { Announcement, AnnouncementTexts, announcementRoutes } from '@toile/contracts/notifications'
import { cleanText } from '@toile/contracts/texts'
import { findAnnouncement, insertAnnouncement, listAnnouncements } from '@toile/db/queries/announcements'
import type { HandlersOf } from '../implement.js'

type Row = NonNullable<Awaited<ReturnType<typeof findAnnouncement>>>

const view = (row: Row): Announcement => ({
  id: row.id,
  texts: row.texts,
  path: row.path,
  createdAt: row.created_at.toISOString(),
})

export function announcementHandlers(): HandlersOf<typeof announcementRoutes> {
  return {
    async listAnnouncements({ db, query: { page = 1, pageSize = 20 } }) {
      const { items, total } = await listAnnouncements(db, { page, pageSize })
      return { items: items.map(view), total }
    },

    async createAnnouncement({ db, user, body }) {
      const clean = ({ title, body: text }: AnnouncementTexts['en']) => ({
        title: cleanText(title),
        body: cleanText(text),
      })
      const texts = { en: clean(body.texts.en), 'zh-CN': clean(body.texts['zh-CN']) }
      if (!texts.en.title || !texts['zh-CN'].title) throw invalidInput({ texts: [{ code: 'FIELD_REQUIRED' }] })
      return view(await insertAnnouncement(db, { authorId: user.id, texts, path: body.path ?? null }))
    },

    async getAnnouncement({ db, params }) {
      const row = await findAnnouncement(db, params.id)
      if (!row) throw new ToileError('NOT_FOUND')
      return view(row)
    },
  }
}
