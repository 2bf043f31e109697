import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { openDb, planning, poolSizes, type Db } from '@toile/db/client'
import { setFollow } from '@toile/db/users/creators'
import { listFeed } from '@toile/db/works/feed'
import { freePort } from '@toile/runtime/ports'
import { rowsTouched } from '@toile/testing/explain-rows'
import { seedWorks } from '@toile/testing/seeded-works'
import { makePerson } from '../../chaos/workload/people.js'
import { createHttpClients, measureLoad, quantile, type GetRequest, type LoadResult } from '../measure/load.js'
import { compare, type Contender } from '../measure/compare.js'
import { startCopy } from '../setup/copies.js'
import type { FromBaseline, Statement, ToBaseline } from '../processes/feed-baseline.js'
import type { Bench } from '../benchmarks.js'
import type { Line } from '../measure/line.js'
import type { Measurements } from '../report/results.js'

const OWNERS = 10
const FOLLOWED = 3
/** One in so many works has the English word, another one the Chinese. */
const ONE_IN = 1_000
const words = ['Organza', '旗袍'] as const
const LIMIT = 24
const FAR_PAGE = 1_000
const CLIENTS = 20
const SECONDS = 2.5

/**
 * What pages of the feed cost when there are many works: the API against the same statements sent by raw pg, with and
 * without HTTP around them, and against a route that does nothing. Then each page by itself, and a far one against the
 * first.
 */
export async function benchFeed({ toile, works, folder }: Bench): Promise<Measurements> {
  const { port, databaseUrl, env } = await toile()
  const db = openDb({ url: databaseUrl, poolSize: poolSizes.tool, onError: () => {} })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSizes.api, options: planning })
  const baseline = fork(fileURLToPath(new URL('../processes/feed-baseline.js', import.meta.url)))
  try {
    const looks = await seed(db, env['SECRET']!, works)
    // Of a million works it takes longer than a statement of Toile's own may.
    await pool.query('vacuum analyze works, work_counters')
    const far = (await listFeed(db, { sort: 'latest', limit: LIMIT * (FAR_PAGE - 1) })).nextCursor!
    const farPath = `/works?cursor=${far}`
    const lists = await statementsOf([...Object.values(looks)], env, path.join(folder, 'statements'))
    const told: ToBaseline = { databaseUrl, connections: poolSizes.api, options: planning, lists }
    baseline.send(told)
    const [{ rawPort, trivialPort }] = (await once(baseline, 'message')) as [FromBaseline]

    const pages = Object.values(looks)
    const inTurn = <T>(all: readonly T[], index: number) => all[index % all.length]!
    const overHttp = (lookOf: (index: number) => GetRequest) => asked((index) => lookOf(index))
    const contender = (
      name: string,
      kind: Contender['kind'],
      run: () => Promise<LoadResult>,
      goal?: number,
    ): Contender => ({
      name,
      kind,
      run: async () => ({ value: (await run()).perSecond }),
      ...(goal && { goal }),
    })
    const compared = await compare({
      what: `the feed's pages in turn, ${works.toLocaleString('en')} works, ${CLIENTS} clients`,
      unit: 'pages/s',
      better: 'more',
      contenders: [
        contender('Toile', 'subject', () => overHttp((index) => ({ ...inTurn(pages, index), port }))),
        contender(
          'the same statements by raw pg behind node:http',
          'baseline',
          () => overHttp((index) => ({ port: rawPort, path: `/${index % lists.length}` })),
          0.85,
        ),
        contender('the same statements by raw pg alone', 'baseline', () =>
          measureLoad({ clients: CLIENTS, seconds: SECONDS }, async (index) => {
            for (const statement of inTurn(lists, index)) await pool.query(statement)
          }),
        ),
        contender('a Fastify route that does nothing', 'baseline', () =>
          overHttp(() => ({ port: trivialPort, path: '/' })),
        ),
      ],
    })
    const p99 = async (path_: string) => ({ value: quantile((await asked(() => ({ port, path: path_ }))).ms, 0.99) })
    const flat = await compare({
      what: `p99 of page ${FAR_PAGE.toLocaleString('en')} of the feed against that of page 1`,
      unit: 'ms',
      better: 'less',
      contenders: [
        { name: `page ${FAR_PAGE.toLocaleString('en')}`, kind: 'subject', run: () => p99(farPath) },
        { name: 'page 1', kind: 'baseline', run: () => p99('/works'), goal: 1.2 },
      ],
    })
    const rows = (cursor?: string) => rowsTouched(db, (one) => listFeed(one, { sort: 'latest', limit: LIMIT, cursor }))
    const lines: Line[] = [
      {
        what: `rows that Postgres looks at for page 1 and page ${FAR_PAGE.toLocaleString('en')}`,
        measured: `${await rows()} and ${await rows(far)}`,
      },
    ]
    for (const [name, look] of Object.entries(looks)) {
      const { perSecond, ms } = await asked(() => ({ ...look, port }))
      const [p50, p99] = [quantile(ms, 0.5), quantile(ms, 0.99)].map((one) => one.toFixed(0))
      lines.push({
        what: `${name}, ${CLIENTS} clients`,
        measured: `${perSecond.toFixed(0)} a second, p50 ${p50} ms, p99 ${p99} ms`,
      })
    }
    return { compared: [compared, flat], lines, versions: { pg: pgVersion() } }
  } finally {
    baseline.kill()
    await pool.end()
    await db.destroy()
  }
}

async function asked(lookOf: (index: number) => GetRequest): Promise<LoadResult> {
  const callers = createHttpClients(CLIENTS)
  try {
    return await measureLoad({ clients: CLIENTS, seconds: SECONDS }, (index, client) =>
      callers.call(client, lookOf(index)),
    )
  } finally {
    callers.close()
  }
}

type Page = Omit<GetRequest, 'port'>

/** Works of several people, one viewer who follows some of them, and the pages that are looked at. */
async function seed(db: Db, secret: string, works: number): Promise<Record<string, Page>> {
  const viewer = await makePerson(db, secret)
  const ids: string[] = []
  for (let owner = 0; owner < OWNERS; owner++) {
    const person = await makePerson(db, secret)
    if (owner < FOLLOWED) await setFollow(db, viewer.id, person.id, true)
    ids.push(...(await seedWorks(db, person, works / OWNERS)))
  }
  for (const [place, word] of words.entries()) {
    const chosen = ids.filter((_, index) => index % ONE_IN === place)
    await sql`update works set title = ${word} || ' ' || title where id = any(${chosen}::uuid[])`.execute(db)
  }
  const headers = { authorization: `Bearer ${viewer.token}` }
  return {
    'home, latest': { path: '/works' },
    'home, popular': { path: '/works?sort=popular' },
    'a category': { path: '/works?category=dress' },
    'search, English': { path: `/works?q=${words[0]}` },
    'search, Chinese': { path: `/works?q=${encodeURIComponent(words[1])}` },
    following: { path: '/works?sort=following', headers },
    'a work': { path: `/works/${ids[0]}` },
  }
}

/** What the API sends to Postgres for each of these once it is warm, in its order. */
async function statementsOf(looks: readonly Page[], env: Record<string, string>, file: string): Promise<Statement[][]> {
  const port = await freePort()
  const recorder = `--import ${new URL('../processes/sent-statements.js', import.meta.url).href}`
  const own = { PORT: String(port), BENCH_STATEMENTS: file, NODE_OPTIONS: recorder }
  const copy = await startCopy('api', env, own)
  const callers = createHttpClients(1)
  const sent = () => readFileSync(file, 'utf8').split('\n').slice(0, -1)
  try {
    const lists: Statement[][] = []
    for (const look of looks) {
      // The first call also looks up who calls, which is believed for a while.
      await callers.call(0, { ...look, port })
      const before = sent().length
      await callers.call(0, { ...look, port })
      lists.push(
        sent()
          .slice(before)
          .map((line) => JSON.parse(line) as Statement),
      )
    }
    return lists
  } finally {
    callers.close()
    await copy.end('SIGTERM')
  }
}

const pgVersion = () =>
  (JSON.parse(readFileSync(new URL(import.meta.resolve('pg/package.json')), 'utf8')) as { version: string }).version
