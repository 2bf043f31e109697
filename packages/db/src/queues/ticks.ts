import { sql } from 'kysely'
import type { Db } from '../client.js'

/** After this time, a due tick that no relay claims belongs to no running version. */
const FORGOTTEN_AFTER_SECONDS = 60

/**
 * Inserts missing ticks, which are due at once. Existing ticks keep their time. Deletes ticks of other versions that no
 * relay runs, because they would stay due forever and look as if no relay ran at all.
 */
export async function ensureTicks(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from ticks where name <> all(${names}::text[])
    and greatest(due_at, claimed_until) < now() - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS})`.execute(db)
  await sql`insert into ticks (name, due_at) select name, now() from unnest(${names}::text[]) name
    on conflict do nothing`.execute(db)
}

/** Claims one due tick for `seconds`. The claim of a dead relay expires. */
export async function claimTick(db: Db, names: readonly string[], seconds: number): Promise<string | undefined> {
  const claimed = await sql<{ name: string }>`
    update ticks set claimed_until = now() + make_interval(secs => ${seconds})
    where name = (select name from ticks where name = any(${names}) and due_at <= now()
      and (claimed_until is null or claimed_until < now()) order by due_at limit 1 for update skip locked)
    returning name`.execute(db)
  return claimed.rows[0]?.name
}

/** Makes the tick due `everySeconds` from now. After a long outage, one run therefore replaces all missed runs. */
export async function scheduleTick(db: Db, name: string, everySeconds: number): Promise<void> {
  await sql`update ticks set claimed_until = null, due_at = now() + make_interval(secs => ${everySeconds})
    where name = ${name}`.execute(db)
}

/** Makes these ticks due now, except those that are due or running already. */
export async function runTicksNow(db: Db, names: readonly string[]): Promise<void> {
  await sql`update ticks set due_at = now() where name = any(${names}) and due_at > now()`.execute(db)
}

/** How late the most overdue unclaimed tick is; small while any relay runs. Undefined if there is no unclaimed tick. */
export async function ticksLateSeconds(db: Db): Promise<number | undefined> {
  const late = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(due_at))::float as seconds from ticks
    where claimed_until is null or claimed_until < now()`.execute(db)
  return late.rows[0]?.seconds ?? undefined
}
