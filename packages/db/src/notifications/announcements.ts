import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import type { AnnouncementTexts } from '@toile/contracts/notifications/notifications'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { contains, type Table } from '../table.js'
import { recordAudit } from '../audit/audit.js'

const columns = ['id', 'texts', 'path', 'created_at as createdAt', 'withdrawn_at as withdrawnAt'] as const

export interface NewAnnouncement {
  authorId: string
  texts: AnnouncementTexts
  path: string | null
}

export function insertAnnouncement(db: Db, { authorId, texts, path }: NewAnnouncement) {
  return inTransaction(db, async (trx) => {
    const id = newId()
    await sql`with moved as (
        insert into announcements (id, author_id, texts, path)
        values (${id}, ${authorId}, ${JSON.stringify(texts)}::jsonb, ${path})
        returning id, 1 as attempt, 1 as version),
      ${eventOfMoved('announcement.made')} select 1`.execute(trx)
    const after = { 'title.en': texts.en.title, 'title.zh-CN': texts['zh-CN'].title, path: path ?? '' }
    const action = { action: 'announcement.made', subjectKind: 'announcement', subjectId: id } as const
    await recordAudit(trx, { actorId: authorId, ...action, params: { title: texts.en.title }, after })
    return trx.selectFrom('announcements').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
  })
}

/** Hides an announcement and notifies no further users. Returns false if it does not exist or is hidden already. */
export async function withdrawAnnouncement(trx: Db, id: string): Promise<boolean> {
  const moved = await trx
    .updateTable('announcements')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

export function findAnnouncement(db: Db, id: string) {
  return db.selectFrom('announcements').select(columns).where('id', '=', id).executeTakeFirst()
}

export type AnnouncementRow = NonNullable<Awaited<ReturnType<typeof findAnnouncement>>>

export const announcementsTable: Table<'announcements'> = {
  select: sql`id, texts, path, created_at as "createdAt", withdrawn_at as "withdrawnAt"`,
  from: sql`announcements`,
  id: sql`id`,
  sort: { title: sql`lower(texts #>> '{en,title}')`, createdAt: sql`created_at` },
  file: {
    title: ({ texts }: AnnouncementRow, { language }) => texts[language].title,
    path: 'path',
    state: 'withdrawnAt',
    createdAt: 'createdAt',
  },
  first: { sort: 'createdAt', order: 'desc' },
  where: ({ q, state }) => [
    ...(q ? [contains(q, ...['en', 'zh-CN'].map((language) => sql`(texts -> ${language})::text`))] : []),
    ...(state ? [state === 'published' ? sql`withdrawn_at is null` : sql`withdrawn_at is not null`] : []),
  ],
}

/** Users, by id, who registered before the announcement and lack the notification `key`. None if it is withdrawn. */
export async function recipientsOfAnnouncement(
  db: Db,
  { announcementId, key, after, limit }: { announcementId: string; key: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from users u
    where deleted_at is null and id > ${after}::uuid
      and created_at <= (select created_at from announcements where id = ${announcementId} and withdrawn_at is null)
      and not exists (select 1 from notification_causes c where c.user_id = u.id and c.key = ${key})
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
