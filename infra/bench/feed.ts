import { openDb, poolSizes } from '@toile/db/client'
import { listFeed } from '@toile/db/queries/feed'
import { insertUser } from '@toile/db/queries/users'
import { rowsTouched } from '@toile/testing/rows-touched'
import { seedWorks } from '@toile/testing/seeded-works'
import type { Line } from './line.js'
import { median } from './median.js'

const WORKS = 100_000
const LIMIT = 24
const FAR_PAGE = 500
const TRIES = 60

/** What the first and a far page of a long feed cost: the rows that Postgres looks at, and the time of the whole answer. */
export async function benchFeed({ port, databaseUrl }: { port: number; databaseUrl: string }): Promise<Line[]> {
  const db = openDb({ url: databaseUrl, poolSize: poolSizes.tool, onError: () => {} })
  try {
    const account = { username: 'prolific', email: 'prolific@example.test', inviteCode: 'prolific', passwordHash: null }
    await seedWorks(db, await insertUser(db, account), WORKS)
    const lines: Line[] = []
    for (const sort of ['latest', 'popular'] as const) {
      let far: string | undefined
      for (let page = 1; page < FAR_PAGE; page++)
        far = (await listFeed(db, { sort, limit: LIMIT, cursor: far })).nextCursor ?? undefined
      const rowsOf = (cursor?: string) => rowsTouched(db, (one) => listFeed(one, { sort, limit: LIMIT, cursor }))
      const rows = [await rowsOf(), await rowsOf(far)] as const
      const address = `http://127.0.0.1:${port}/works?sort=${sort}&limit=${LIMIT}`
      const times: [number[], number[]] = [[], []]
      // In turns, the first ones not counted: they pay for what is made once.
      for (let i = -10; i < TRIES; i++)
        for (const [which, url] of [address, `${address}&cursor=${far}`].entries()) {
          const ms = await timeOf(url)
          if (i >= 0) times[which]!.push(ms)
        }
      const ms = times.map(median) as [number, number]
      const compare = ([first, last]: readonly [number, number], digits: number) =>
        `${first.toFixed(digits)} and ${last.toFixed(digits)} (x ${(last / first).toFixed(2)})`
      lines.push(
        {
          what: `feed \`${sort}\` of ${WORKS} works: rows looked at for page 1 and ${FAR_PAGE}`,
          measured: compare(rows, 0),
        },
        { what: `the same: ms until the answer is there (median of ${TRIES})`, measured: compare(ms, 1) },
      )
    }
    return lines
  } finally {
    await db.destroy()
  }
}

async function timeOf(url: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url)
  const { items } = (await answer.json()) as { items: unknown[] }
  if (items.length !== LIMIT) throw new Error(`The feed answered ${answer.status} with ${items.length} works`)
  return performance.now() - began
}
