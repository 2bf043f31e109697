import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import type { AnnouncementTexts } from '@toile/contracts/notifications'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'

const columns = ['id', 'texts', 'path', 'created_at'] as const

export interface NewAnnouncement {
  authorId: string
  texts: AnnouncementTexts
  path: string | null
}

/** Announces something to everybody: row, event and the audit's line in one transaction. */
export function insertAnnouncement(db: Db, { authorId, texts, path }: NewAnnouncement) {
  return inTransaction(db, async (trx) => {
    const id = newId()
    await sql`with moved as (
        insert into announcements (id, author_id, texts, path)
        values (${id}, ${authorId}, ${JSON.stringify(texts)}::jsonb, ${path})
        returning id, 1 as attempt, 1 as version),
      ${eventOfMoved('announcement.made')} select 1`.execute(trx)
    await trx
      .insertInto('audit')
      .values({
        id: newId(),
        actor_id: authorId,
        action: 'announcement.made',
        subject_kind: 'announcement',
        subject_id: id,
      })
      .execute()
    return trx.selectFrom('announcements').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
  })
}

export function findAnnouncement(db: Db, id: string) {
  return db.selectFrom('announcements').select(columns).where('id', '=', id).executeTakeFirst()
}

export async function listAnnouncements(db: Db, { page, pageSize }: { page: number; pageSize: number }) {
  const items = await db
    .selectFrom('announcements')
    .select(columns)
    .orderBy('id', 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute()
  const { total } = await db
    .selectFrom('announcements')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total: Number(total) }
}

/** People who were there before something and have yet to hear of it (`key` names it), after this one in their order. */
export async function yetToHear(
  db: Db,
  { key, before, after, limit }: { key: string; before: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from users u
    where deleted_at is null and created_at <= ${before} and id > ${after}::uuid
      and not exists (select 1 from notification_causes c where c.user_id = u.id and c.key = ${key})
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
