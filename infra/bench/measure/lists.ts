import { sql } from 'kysely'
import type { Db } from '@toile/db/client'
import { listFeed, type FeedQuery } from '@toile/db/works/feed'
import { rowsTouched } from '@toile/testing/explain-rows'
import type { Line } from './line.js'
import { median } from './median.js'

const LIMIT = 24
const FAR_PAGE = 100
const TRIES = 40

/** For each list of works: the rows that Postgres reads, and the time, of the first page and of a far one. */
export async function linesOfLists(db: Db): Promise<Line[]> {
  const lines: Line[] = []
  for (const [name, list] of Object.entries(await listsOf(db))) {
    let far: string | undefined
    let page = 1
    for (; page < FAR_PAGE; page++) {
      const { nextCursor } = await listFeed(db, { ...list, limit: LIMIT, cursor: far })
      if (!nextCursor) break
      far = nextCursor
    }
    const costs: string[] = []
    for (const cursor of [undefined, far]) {
      const read = (one: Db) => listFeed(one, { ...list, limit: LIMIT, cursor })
      costs.push(`${await rowsTouched(db, read)} rows, ${(await msOf(() => read(db))).toFixed(1)} ms`)
    }
    lines.push({ what: `${LIMIT} works of ${name}: page 1 and page ${page}`, measured: costs.join('; ') })
  }
  return lines
}

/** The main lists. The creator is the one with the most works, the follower the one who follows the most creators. */
async function listsOf(db: Db): Promise<Record<string, Omit<FeedQuery, 'limit'>>> {
  const { rows } = await sql<{ owner: string; follower: string | null }>`select
    (select owner_id from works group by 1 order by count(*) desc limit 1) as owner,
    (select follower_id from follows group by 1 order by count(*) desc limit 1) as follower`.execute(db)
  const { owner, follower } = rows[0]!
  return {
    'the latest': { sort: 'latest' },
    'the popular': { sort: 'popular' },
    'a category': { sort: 'latest', category: 'dress' },
    'a category, popular first': { sort: 'popular', category: 'dress' },
    'a tag': { sort: 'latest', tag: 'linen' },
    'a category and a tag': { sort: 'latest', category: 'dress', tag: 'linen' },
    'a creator': { sort: 'latest', ownerId: owner },
    ...(follower && { 'followed creators': { sort: 'following', viewerId: follower } }),
  }
}

/** The median of some runs. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < TRIES; i++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return median(times)
}
