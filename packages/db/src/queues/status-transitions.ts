import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@toile/contracts/reactions'
import type { Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { admittedBy } from '../files/admission-queues.js'

type Status = 'pending' | 'processing' | 'ready' | 'failed'

export interface Move {
  id: string
  to: Status
  /** The attempt that the caller works on. Nothing changes if the row has a newer attempt. */
  attempt: number
}
export type Mover = Omit<Move, 'to'>

export interface Stuck extends Mover {
  redrives: number
}

/** Each change writes the row, its version and an event in one statement. `due` is the event that starts processing. */
export function statusMoves(
  name: 'images' | 'videos',
  arrows: Record<Status, readonly Status[]>,
  eventOf: Record<Status, EventType>,
  due: EventType,
) {
  const table = sql.table(name)
  const inMotion = sql`status in ('pending', 'processing')`

  async function change(db: Db, type: EventType, changes: RawBuilder<unknown>, where: RawBuilder<unknown>) {
    const moved = await sql`with moved as (
        update ${table} set version = version + 1, updated_at = now(), ${changes} where ${where}
        returning id, attempt, version),
      ${eventOfMoved(type)}
      select id from moved`.execute(db)
    return moved.rows.length === 1
  }

  return {
    change,

    /** Only move() and a video's retry change the status. Returns false for duplicate, late and outdated calls. */
    move(db: Db, { id, to, attempt }: Move, also: RawBuilder<unknown> = sql``): Promise<boolean> {
      const from = (Object.keys(arrows) as Status[]).filter((status) => arrows[status].includes(to))
      const where = sql`id = ${id} and attempt = ${attempt} and status = any(${from})`
      return change(db, eventOf[to], sql`status = ${to}${admittedBy(to)}${also}`, where)
    },

    async emitInserted(db: Db, type: EventType, id: string): Promise<void> {
      await sql`with moved as (select id, attempt, version from ${table} where id = ${id}), ${eventOfMoved(type)}
        select 1`.execute(db)
    },

    /** Admitted rows without progress for `seconds`, oldest first. Waiting rows are not stuck. */
    async stuck(db: Db, { seconds, limit }: { seconds: number; limit: number }): Promise<Stuck[]> {
      const found = await sql<Stuck>`select id, attempt, redrives from ${table}
        where admitted_at is not null and ${inMotion} and updated_at < now() - make_interval(secs => ${seconds})
        order by updated_at limit ${limit}`.execute(db)
      return found.rows
    },

    /** Starts another attempt; the row stays admitted. */
    redrive(db: Db, { id, attempt }: Mover): Promise<boolean> {
      const where = sql`id = ${id} and attempt = ${attempt} and ${inMotion}`
      return change(db, due, sql`attempt = attempt + 1, redrives = redrives + 1`, where)
    },
  }
}
