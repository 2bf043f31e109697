import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { coverAngles } from '@toile/contracts/images/images.constants'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { listFeed, queryOf } from '@toile/db/works/feed'
import { countsByDay, storageTotals } from '@toile/db/backstage/backstage'
import { until } from '@toile/testing/until'
import { demoGarments } from '@toile/demo/garments/demo-garments'
import { publishDemoWorks } from '../../start/demo/works.js'
import { clonedTables, cloner } from '../setup/clones.js'
import { measureBySize, type SizedMeasurement } from '../measure/measure-by-size.js'
import type { Bench } from '../benchmarks.js'
import { benchFeed } from './feed.js'
import type { Line } from '../measure/line.js'
import { linesOfLists, msOf } from '../measure/lists.js'
import type { Measurements } from '../report/results.js'
import { seedUntil } from '../setup/seed-until.js'

/** The size per work is measured at both numbers of works, to show whether it stays the same. */
const workCounts = [2_000, 6_000]
const MILLION = 1_000_000
const growingWorks = [1_000, 10_000, 100_000, MILLION]
const VIEWS = 100_000
const firstPage = { limit: 24 } as const

/** Measures what a work adds to Postgres and the store. It publishes two demo garments and then clones their rows. */
export async function benchGrowth({ port }: { port: number }, env: Record<string, string>): Promise<Line[]> {
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  const folder = path.join(path.dirname(env['MAIL_DIR']!), 'garments')
  mkdirSync(folder, { recursive: true })
  try {
    const { signal } = new AbortController()
    const url = `http://127.0.0.1:${port}`
    const garments = demoGarments.slice(0, 2)
    await publishDemoWorks({ db, url, secret: env['SECRET']!, folder, garments, signal })
    // A work is published with its first cover and its detail picture. The covers from other angles follow.
    await until(async () => (await picturesOf(db)) === garments.length * (coverAngles.length + 1))
    const templates = await sql<{
      owner_id: string
      works: number
    }>`select owner_id, count(*)::int as works from works group by 1`.execute(db)
    const works = templates.rows.reduce((total, one) => total + one.works, 0)
    const { storeBytes, lines } = await inStore(db, works)
    let rowBytes = 0
    const clone = await cloner(
      db,
      templates.rows.map(({ owner_id }) => owner_id),
    )
    let made = 0
    for (const size of workCounts) {
      const before = await sizes(db)
      await clone(made + 1, size / works)
      const added = size - made * works
      made = size / works
      await sql`analyze`.execute(db)
      const tables = tableLines(before, await sizes(db), added, size)
      rowBytes = tables.total
      const lists = (await linesOfLists(db)).map(({ what, measured }) => ({ what: `${size} works, ${what}`, measured }))
      lines.push(...tables.lines, ...lists, await searchLine(db, size, 'felt'))
    }
    lines.push(...outlook(rowBytes, storeBytes))
    return [...lines, ...(await backstageLines(db, workCounts.at(-1)!)), ...(await rowLines(db))]
  } finally {
    await db.destroy()
  }
}

/** Measures the feed with 1,000 to a million works. Seeding takes half an hour, so the benchmark is marked `isLong`. */
export async function benchMillion(bench: Bench): Promise<Measurements> {
  const { env, port } = await bench.toile()
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  const seeded = { db, url: `http://127.0.0.1:${port}`, secret: env['SECRET']! }
  try {
    const series = await measureBySize(growingWorks, pagesOfFeed(db), (works) => seedUntil(seeded, works))
    const after = await sizes(db)
    const pages = await benchFeed({ ...bench, works: MILLION })
    const mb = (table: string) => `${Math.round((after.get(table)?.bytes ?? 0) / 1_048_576)} MB`
    return {
      figures: pages.figures!.map((figure) => ({ ...figure, what: `${figure.what}, a million works` })),
      plots: [{ title: 'A page of the feed, read by the query of the API', over: 'works', unit: 'ms', series }],
      lines: [
        {
          what: `${MILLION} works: tables works and work_counters, with indexes`,
          measured: `${mb('works')} and ${mb('work_counters')}`,
        },
        await searchLine(db, MILLION, 'linen'),
        ...pages.lines!,
      ],
    }
  } finally {
    await db.destroy()
  }
}

async function inStore(db: Db, works: number): Promise<{ storeBytes: number; lines: Line[] }> {
  const { rows } = await sql<{ files: number; originals: number; bytes: number }>`
    select count(*)::int as files, sum(bytes) filter (where kind = 'original')::bigint as originals, sum(bytes)::bigint as bytes
    from files where state = 'stored'`.execute(db)
  const { files, originals, bytes } = rows[0]!
  const mb = (all: number) => (all / works / 1_048_576).toFixed(1)
  return {
    storeBytes: bytes / works,
    lines: [
      {
        what: `a work in the store (the mean of ${works} demo garments): files, MB, of them as they were sent`,
        measured: `${files / works}, ${mb(bytes)}, ${mb(originals)}`,
      },
    ],
  }
}

async function picturesOf(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from images where status = 'ready'`.execute(db)
  return rows[0]!.count
}

function outlook(rowBytes: number, storeBytes: number): Line[] {
  return [10_000, 1_000_000, 100_000_000].map((works) => ({
    what: `at that, ${works.toLocaleString('en')} works: Postgres, and the store`,
    measured: `${inWords(rowBytes * works)}, and ${inWords(storeBytes * works)}`,
  }))
}

function inWords(bytes: number): string {
  const power = Math.floor(Math.log(bytes) / Math.log(1_024))
  const value = bytes / 1_024 ** power
  return `${value.toFixed(value < 10 ? 1 : 0)} ${['B', 'kB', 'MB', 'GB', 'TB', 'PB'][power]}`
}

type Sizes = Map<string, { bytes: number; indexes: number; rows: number }>

/** Measures each cloned table with its partitions. `bytes` includes the indexes, whose own size is `indexes`. */
async function sizes(db: Db): Promise<Sizes> {
  const found: Sizes = new Map()
  for (const table of clonedTables) {
    const { rows } = await sql<{ bytes: number; indexes: number; rows: number }>`
      select sum(pg_total_relation_size(relid))::bigint as bytes, sum(pg_indexes_size(relid))::bigint as indexes,
        (select count(*)::int from ${sql.table(table)}) as rows
      from (select ${table}::regclass as relid union select relid from pg_partition_tree(${table})) parts`.execute(db)
    found.set(table, rows[0]!)
  }
  return found
}

function tableLines(before: Sizes, after: Sizes, works: number, size: number): { total: number; lines: Line[] } {
  let total = 0
  const parts: string[] = []
  for (const [table, { bytes, indexes, rows }] of after) {
    const was = before.get(table)!
    const each = (bytes - was.bytes) / works
    total += each
    const share = Math.round((100 * (indexes - was.indexes)) / (bytes - was.bytes))
    parts.push(`${table} ${Math.round(each)} (${+((rows - was.rows) / works).toFixed(1)} rows, ${share} % indexes)`)
  }
  const lines = [
    { what: `a work in Postgres at ${size} works: bytes in all`, measured: `${Math.round(total)}` },
    { what: 'the same by table', measured: parts.join(', ') },
  ]
  return { total, lines }
}

function pagesOfFeed(db: Db): SizedMeasurement[] {
  const pages: Record<string, Parameters<typeof listFeed>[1]> = {
    latest: { ...firstPage, sort: 'latest' },
    popular: { ...firstPage, sort: 'popular' },
    'a category': { ...firstPage, sort: 'latest', category: 'dress' },
    'a word that all have': { ...firstPage, sort: 'latest', q: 'work' },
    'a word that none has': { ...firstPage, sort: 'latest', q: 'nowhere' },
  }
  return Object.entries(pages).map(([name, page]) => ({ name, run: () => msOf(() => listFeed(db, page)) }))
}

async function searchLine(db: Db, size: number, word: string): Promise<Line> {
  const page = { ...firstPage, sort: 'latest' } as const
  const rare = await msOf(() => listFeed(db, { ...page, q: 'nowhere' }))
  const common = await msOf(() => listFeed(db, { ...page, q: word }))
  const matches = await sql<{
    count: number
  }>`select count(*)::int as count from works where search @@ ${queryOf(word)}`.execute(db)
  return {
    what: `search among ${size} works for a word that none has, and for one that ${matches.rows[0]!.count} have`,
    measured: `${rare.toFixed(1)} and ${common.toFixed(1)} ms`,
  }
}

async function backstageLines(db: Db, size: number): Promise<Line[]> {
  const { files, isEstimate } = await storageTotals(db)
  const [storage, days] = [await msOf(() => storageTotals(db)), await msOf(() => countsByDay(db, 'uploads'))]
  return [
    {
      what: `the overview of the back office at ${size} works: what is stored (${isEstimate ? 'estimated' : 'counted'}, ${files} files), uploads by day`,
      measured: `${storage.toFixed(0)} ms, ${days.toFixed(0)} ms`,
    },
  ]
}

async function rowLines(db: Db): Promise<Line[]> {
  const owner = sql`(select owner_id from works limit 1)`
  await sql`insert into work_views (work_id, day, viewer)
    select id, current_date, sha256((id::text || n)::bytea) from (select id from works limit ${VIEWS / 100}) w, generate_series(1, 100) n`.execute(
    db,
  )
  await sql`insert into work_likes (work_id, user_id) select id, ${owner} from works`.execute(db)
  const { rows } = await sql<{ view: number; like: number }>`select
    pg_total_relation_size('work_views') / (select count(*) from work_views) as view,
    pg_total_relation_size('work_likes') / (select count(*) from work_likes) as like`.execute(db)
  return [
    {
      what: 'bytes a view (kept for two days) and a like, with indexes',
      measured: `${rows[0]!.view} and ${rows[0]!.like}`,
    },
  ]
}
