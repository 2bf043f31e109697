import { sql } from 'kysely'
import type { Db } from '../client.js'
import { isShown } from '../works/shown-works.js'

/** Shares a finished spin with everyone who has its link, or stops sharing it. Returns false for any other render. */
export async function shareRender(db: Db, id: string, shared: boolean): Promise<boolean> {
  const changed = await db
    .updateTable('renders')
    .set({ shared })
    .where('id', '=', id)
    .where('type', '=', 'spin')
    .where('status', '=', 'finished')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** A shared spin, unless an operator has hidden its work. The work's columns are null unless the work is public. */
export function findSharedSpin(db: Db, id: string) {
  return db
    .selectFrom('renders as r')
    .innerJoin('users as u', 'u.id', 'r.owner_id')
    .leftJoin('works as w', (join) => join.onRef('w.id', '=', 'r.work_id').on(isShown('w')))
    .select(['r.id', 'r.name', 'r.owner_id as ownerId', 'u.nickname', 'w.id as workId', 'w.title as workTitle'])
    .select([
      sql<number>`(r.settings->>'width')::int`.as('width'),
      sql<number>`(r.settings->>'height')::int`.as('height'),
      sql<string>`r.settings->'look'->>'background'`.as('background'),
      sql<{ fileId: string; name: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('fileId', f.id, 'name', o.name) order by o.place), '[]')
        from render_outputs o join files f on f.id = o.file_id
        where o.render_id = r.id and f.content_type like 'image/%')`.as('frames'),
    ])
    .where('r.id', '=', id)
    .where('r.shared', '=', true)
    .where('r.deleted_at', 'is', null)
    .where(sql<boolean>`not exists (select from works h where h.id = r.work_id and h.hidden_at is not null)`)
    .executeTakeFirst()
}
