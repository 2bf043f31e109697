import { sql } from 'kysely'
import type { Db } from '@toile/db/client'
import type { User } from '@toile/db/users/users'

/** Rows per statement. One statement takes some two seconds, because the works' words are indexed. */
const AT_ONCE = 5_000

/** Many works share each of this many words (hue0, hue1 ...). The number suffices for Postgres' word statistics. */
const HUES = 150

/**
 * Inserts released public works of one user, a second apart, to measure long feeds. The works have no pictures. Each
 * work has fewer than `likesBelow` likes. The likes are spread so that `popular` and `latest` give different orders.
 * @returns the works' ids
 */
export async function seedWorks(db: Db, owner: Pick<User, 'id'>, count: number, likesBelow = 997): Promise<string[]> {
  const ids: string[] = []
  for (let from = 1; from <= count; from += AT_ONCE) {
    const { rows } = await sql<{ id: string }>`
      with seeded as (
        insert into works (id, owner_id, title, intro, categories, tags, visibility, state, released_at)
        select gen_random_uuid(), ${owner.id}, 'Work ' || n, 'One of many, hue' || n % ${HUES}::int || '.', array['dress'], array['seeded'], 'public',
          'released', date_trunc('milliseconds', now()) - make_interval(secs => ${count}::int - n)
        from generate_series(${from}::int, least(${from}::int + ${AT_ONCE}::int - 1, ${count}::int)) n
        returning id, released_at)
      insert into work_counters (work_id, likes, popularity)
      select id, likes, ln(1 + 3 * likes) / ln(2) + extract(epoch from released_at) / 86400 / 3
      from (select id, released_at, extract(epoch from released_at)::bigint * 7919 % ${likesBelow}::int as likes
        from seeded) w
      returning work_id as id`.execute(db)
    ids.push(...rows.map(({ id }) => id))
  }
  await sql`analyze works, work_counters`.execute(db)
  return ids
}
