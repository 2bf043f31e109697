import { sql } from 'kysely'
import type { Db } from '../client.js'
import { isShown } from '../works/shown-works.js'

/** Whether everyone who has its link may turn a spin. False when it is no spin, not finished, or deleted. */
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

export interface SpinRow {
  id: string
  name: string
  width: number
  height: number
  background: string
  owner_id: string
  nickname: string
  /** Of the work, where it is released and public. */
  work_id: string | null
  work_title: string | null
  /** One full turn, in its order. */
  frames: { fileId: string; name: string }[]
}

/** A spin that is shared, unless it is of a work that an operator has hidden. */
export async function findSharedSpin(db: Db, id: string): Promise<SpinRow | undefined> {
  const found = await sql<SpinRow>`
    select r.id, r.name, (r.settings->>'width')::int as width, (r.settings->>'height')::int as height,
      r.settings->'look'->>'background' as background, r.owner_id, u.nickname, w.id as work_id, w.title as work_title,
      (select coalesce(jsonb_agg(jsonb_build_object('fileId', f.id, 'name', o.name) order by o.place), '[]')
        from render_outputs o join files f on f.id = o.file_id
        where o.render_id = r.id and f.content_type like 'image/%') as frames
    from renders r join users u on u.id = r.owner_id
    left join works w on w.id = r.work_id and ${isShown('w')}
    where r.id = ${id} and r.shared and r.deleted_at is null
      and not exists (select from works h where h.id = r.work_id and h.hidden_at is not null)`.execute(db)
  return found.rows[0]
}
