import { sql } from 'kysely'
import type { Db } from '@toile/db/client'
import { entriesOf } from '../journal.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/**
 * I5: each counter equals the number of its rows. Likes, follows and comments are as last acknowledged, and no comment
 * is stored twice.
 */
export async function checkCounters({ journal, db }: Pick<Evidence, 'journal' | 'db'>): Promise<Verdict> {
  const toggled = entriesOf(journal, 'toggled')
  const commented = entriesOf(journal, 'commented')
  const uncommented = new Set(entriesOf(journal, 'uncommented').map(({ commentId }) => commentId))
  const operations = toggled.length + commented.length + uncommented.size
  const verdict = emptyVerdict('I5', 'counters equal their rows, the last word holds', operations)
  verdict.lost.push(...(await wrongCounters(db)))

  const pairs = await pairsOf(db)
  const lastWords = new Map(toggled.map(({ what, by, of, on }) => [`${what} ${by} ${of}`, on]))
  for (const [pair, on] of lastWords)
    if ((pairs.get(pair) ?? 0) > 0 !== on) verdict.lost.push(`${pair}: ${on ? 'is not there' : 'is still there'}`)
  for (const [pair, times] of pairs) if (times > 1) verdict.doubled.push(`${pair}: ${times} times`)

  const comments = await db.selectFrom('comments').select(['id', 'body', 'deleted_at']).execute()
  for (const { commentId, body } of commented) {
    const row = comments.find(({ id }) => id === commentId)
    if (!row || (row.deleted_at !== null) !== uncommented.has(commentId))
      verdict.lost.push(`comment ${commentId}: ${!row ? 'gone' : row.deleted_at ? 'deleted' : 'not deleted'}`)
    const same = comments.filter((comment) => comment.body === body).length
    if (same > 1) verdict.doubled.push(`comment ${commentId}: ${same} times`)
  }
  return verdict
}

async function wrongCounters(db: Db): Promise<string[]> {
  const found = await sql<{ name: string; stored: number; counted: number }>`
    select name, stored, counted from (
      select 'likes of ' || work_id as name, likes as stored,
        (select count(*) from work_likes l where l.work_id = c.work_id) as counted from work_counters c
      union all select 'comments of ' || work_id, comments,
        (select count(*) from comments m where m.work_id = c.work_id and deleted_at is null and hidden_at is null) from work_counters c
      union all select 'followers of ' || id, followers,
        (select count(*) from follows where followee_id = users.id) from users
      union all select 'following of ' || id, following,
        (select count(*) from follows where follower_id = users.id) from users) counters
    where stored <> counted`.execute(db)
  return found.rows.map(({ name, stored, counted }) => `${name}: ${stored}, not ${counted}`)
}

async function pairsOf(db: Db): Promise<Map<string, number>> {
  const found = await sql<{ pair: string; times: number }>`
    select pair, count(*)::int as times from (
      select 'like ' || user_id || ' ' || work_id as pair from work_likes
      union all select 'follow ' || follower_id || ' ' || followee_id from follows) pairs
    group by pair`.execute(db)
  return new Map(found.rows.map(({ pair, times }) => [pair, times]))
}
