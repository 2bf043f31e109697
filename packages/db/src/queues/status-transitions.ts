import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@toile/contracts/events'
import type { Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { admittedBy } from '../files/admission-queues.js'

/** The four that pictures and videos go through. */
type Status = 'pending' | 'processing' | 'ready' | 'failed'

export interface Move {
  id: string
  to: Status
  /** The attempt the caller belongs to; a handler left over from an older one moves nothing. */
  attempt: number
}
/** A move to a status that is said elsewhere. */
export type Mover = Omit<Move, 'to'>

export interface Stuck extends Mover {
  redrives: number
}

/**
 * What the movers of a table with `status`, `attempt`, `redrives` and `version` have in common. Each writes row, version
 * and event in one statement. `due` is the event that sets the processing off, once its turn has come.
 */
export function statusMoves(
  name: 'images' | 'videos',
  arrows: Record<Status, readonly Status[]>,
  eventOf: Record<Status, EventType>,
  due: EventType,
) {
  const table = sql.table(name)
  const inMotion = sql`status in ('pending', 'processing')`

  /** Changes what `where` finds, and tells of it; true for the call that found something. */
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

    /**
     * The one writer of the status. Only the arrows given move. False when there was nothing to move: delivered twice,
     * too late, or of an older attempt.
     */
    move(db: Db, { id, to, attempt }: Move, also: RawBuilder<unknown> = sql``): Promise<boolean> {
      const from = (Object.keys(arrows) as Status[]).filter((status) => arrows[status].includes(to))
      const where = sql`id = ${id} and attempt = ${attempt} and status = any(${from})`
      return change(db, eventOf[to], sql`status = ${to}${admittedBy(to)}${also}`, where)
    },

    /** Emits the event of a row that has just been inserted. */
    async emitInserted(db: Db, type: EventType, id: string): Promise<void> {
      await sql`with moved as (select id, attempt, version from ${table} where id = ${id}), ${eventOfMoved(type)}
        select 1`.execute(db)
    },

    /** What was admitted and did not move for so long, oldest first. What waits in line is not stuck. */
    async stuck(db: Db, { seconds, limit }: { seconds: number; limit: number }): Promise<Stuck[]> {
      const found = await sql<Stuck>`select id, attempt, redrives from ${table}
        where admitted_at is not null and ${inMotion} and updated_at < now() - make_interval(secs => ${seconds})
        order by updated_at limit ${limit}`.execute(db)
      return found.rows
    },

    /** Drives what is stuck anew, as another attempt: it keeps its place at work. */
    redrive(db: Db, { id, attempt }: Mover): Promise<boolean> {
      const where = sql`id = ${id} and attempt = ${attempt} and ${inMotion}`
      return change(db, due, sql`attempt = attempt + 1, redrives = redrives + 1`, where)
    },
  }
}
