import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { openDb, planning, poolSizes, type Db } from '@toile/db/client'
import { setFollow } from '@toile/db/users/creators'
import { freePort } from '@toile/runtime/ports'
import { makePerson } from '../../chaos/workload/people.js'
import { createHttpClients, measureLoad, quantile, type GetRequest, type LoadResult } from '../measure/load.js'
import type { Figure } from '../measure/compare.js'
import { median } from '../measure/median.js'
import { startCopy } from '../setup/copies.js'
import { seedUntil } from '../setup/seed-until.js'
import type { FromBaseline, RecordedCall, Statement, ToBaseline } from '../processes/feed-baseline.js'
import type { Bench } from '../benchmarks.js'
import type { Line } from '../measure/line.js'
import { linesOfLists } from '../measure/lists.js'
import type { Measurements } from '../report/results.js'

const FOLLOWED = 50
const CLIENTS = 20
const SECONDS = 1
const CROWD = 200
const CROWD_SECONDS = 5
const ROUNDS = 5
/** The baselines repeat the statements and bodies of this many calls of each page. */
const RECORDED_CALLS = 100

/** A page with its goals. Each goal is a fraction of the rate at which a bare Fastify sends the same bytes. */
interface Call {
  name: string
  pathOf(index: number): string
  /** Goal for signed-in users, whose pages are built for each call. */
  fresh?: number
  /** Goal for visitors, who may get a page that is cached for one second. */
  shared?: number
  /** Goal for half of the signed-in users' calls. */
  p50Ms?: number
}

/** Compares the API's feed pages, and a server that only runs their SQL, with a bare Fastify sending the same bytes. */
export async function benchFeed({ toile, works }: Bench): Promise<Measurements> {
  const { port: mainPort, databaseUrl, env } = await toile()
  const db = openDb({ url: databaseUrl, poolSize: poolSizes.tool, onError: () => {} })
  const baseline = fork(fileURLToPath(new URL('../processes/feed-baseline.js', import.meta.url)))
  const port = await freePort()
  // This copy has higher rate limits, because twenty clients make as many calls as a thousand users.
  const own = { PORT: String(port), RATE_LIMIT_FACTOR: '1000' }
  const api = await startCopy('api', env, own)
  try {
    await seedUntil({ db, url: `http://127.0.0.1:${mainPort}`, secret: env['SECRET']! }, works)
    await vacuum(databaseUrl)
    const tokens = await makeReaders(db, env['SECRET']!)
    const calls = await callsOf(db)
    const pages = await recordPages(calls, { authorization: `Bearer ${tokens[0]}` }, env)
    const connection = { databaseUrl, connections: poolSizes.api, options: planning }
    baseline.send({ ...connection, pages } satisfies ToBaseline)
    const [{ bodyPort, statementPort }] = (await once(baseline, 'message')) as [FromBaseline]

    // V8 optimizes code after some seconds of use, so without this the first pages would be slower than the others.
    for (const { pathOf } of calls) await asked(freshly(port, pathOf, tokens))
    const figures: Figure[] = []
    const lines: Line[] = [{ what: 'what is listed', measured: await contentOf(db) }]
    for (const [at, { name, pathOf, fresh, shared, p50Ms }] of calls.entries()) {
      const bare = { name: 'bare', lookOf: () => ({ port: bodyPort, path: `/${at}` }) }
      const variants = [
        { name: `${name}, each page made anew`, goal: fresh, lookOf: freshly(port, pathOf, tokens) },
        { name: `${name}, for visitors`, goal: shared, lookOf: (index: number) => ({ port, path: pathOf(index) }) },
        { name: `${name}, statements by raw pg`, lookOf: () => ({ port: statementPort, path: `/${at}` }) },
      ].filter(({ name: variant, goal }) => goal !== undefined || variant.endsWith('pg'))
      const measured = await inTurns([bare, ...variants])
      const floors = measured.get('bare')!
      lines.push({
        what: `${name}, bare Fastify with the same ${inBytes(pages[at]!)}`,
        measured: inRates(floors),
      })
      for (const variant of variants) {
        const results = measured.get(variant.name)!
        const value = median(results.map(({ perSecond }, round) => perSecond / floors[round]!.perSecond))
        figures.push({
          what: variant.name,
          value,
          unit: '× bare Fastify',
          ...(variant.goal && { atLeast: variant.goal }),
        })
        lines.push({ what: variant.name, measured: inRates(results) })
        if (p50Ms && variant.goal === fresh)
          figures.push({ what: `${variant.name}, p50`, value: p50Of(results), unit: 'ms', atMost: p50Ms })
      }
    }
    const again = await repeatedCalls(port, tokens)
    figures.push(...again.figures)
    lines.push(again.line)
    lines.push(await overload(port, calls, tokens))
    lines.push(...(await linesOfLists(db)))
    return { figures, lines }
  } finally {
    baseline.kill()
    await api.end('SIGTERM')
    await db.destroy()
  }
}

/** Uses its own connection, because VACUUM on a million works exceeds the statement timeout of Toile's connections. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

const freshly =
  (port: number, pathOf: Call['pathOf'], tokens: readonly string[]) =>
  (index: number): GetRequest => ({
    port,
    path: pathOf(index),
    headers: { authorization: `Bearer ${tokens[index % tokens.length]}` },
  })

/** Runs the contenders in turns, once per round. The first round is a warm-up and does not count. */
async function inTurns(
  contenders: readonly { name: string; lookOf(index: number): GetRequest }[],
): Promise<Map<string, LoadResult[]>> {
  const results = new Map(contenders.map(({ name }) => [name, [] as LoadResult[]]))
  for (let round = 0; round <= ROUNDS; round++)
    for (let turn = 0; turn < contenders.length; turn++) {
      const { name, lookOf } = contenders[(round + turn) % contenders.length]!
      // The prime offset shares no factor with the number of searches or users. So each round uses the same index for
      // another search and another user.
      const result = await asked((index) => lookOf(index + round * 100_003))
      if (round > 0) results.get(name)!.push(result)
    }
  return results
}

const p50Of = (results: readonly LoadResult[]) => median(results.map(({ ms }) => quantile(ms, 0.5)))

const inBytes = (calls: readonly RecordedCall[]) =>
  `${Math.round(median(calls.map(({ body }) => Buffer.byteLength(body)))).toLocaleString('en')} bytes`

function inRates(results: readonly LoadResult[]): string {
  const of = (share: number) => median(results.map(({ ms }) => quantile(ms, share))).toFixed(1)
  return `${median(results.map(({ perSecond }) => perSecond)).toFixed(0)} a second, p50 ${of(0.5)} ms, p99 ${of(0.99)} ms`
}

/**
 * Calls the pages with ten times as many clients as the other measurements. @throws Error if a call gets neither 200
 * nor 503 with Retry-After, or if the call after the overload fails
 */
async function overload(port: number, calls: readonly Call[], tokens: readonly string[]): Promise<Line> {
  const callers = createHttpClients(CROWD)
  const served: number[] = []
  let refused = 0
  try {
    const { perSecond } = await measureLoad({ clients: CROWD, seconds: CROWD_SECONDS }, async (index, client) => {
      const { pathOf } = calls[index % calls.length]!
      const began = performance.now()
      const { status, retryAfter, body } = await callers.send(client, freshly(port, pathOf, tokens)(index))
      if (status === 200) served.push(performance.now() - began)
      else if (status === 503 && Number(retryAfter) > 0) refused++
      else throw new Error(`${pathOf(index)} answered ${status}: ${body.slice(0, 300)}`)
    })
    await callers.call(0, { port, path: calls[0]!.pathOf(0) })
    served.sort((a, b) => a - b)
    const share = (100 * refused) / (refused + served.length)
    return {
      what: `${CROWD} clients, all pages in turn, each made anew`,
      measured: `${perSecond.toFixed(0)} answers a second; ${share.toFixed(1)} % 503 with Retry-After, the rest 200 with p50 ${quantile(served, 0.5).toFixed(0)} ms, p99 ${quantile(served, 0.99).toFixed(0)} ms`,
    }
  } finally {
    callers.close()
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

/** Creates users who follow the creators with the most works. @returns the users' tokens */
async function makeReaders(db: Db, secret: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select owner_id as id from works group by 1 order by count(*) desc limit ${FOLLOWED}`.execute(db)
  return await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const { id, token } = await makePerson(db, secret)
      for (const creator of rows) await setFollow(db, id, creator.id, true)
      return token
    }),
  )
}

/** A prime, so that searches that follow each other differ in their words. */
const MIX = 7_919

const words = {
  en: [
    ['pleated', 'draped', 'bias', 'quilted', 'sheer', 'tailored', 'asymmetric', 'layered', 'raw', 'boned'],
    ['linen', 'silk', 'denim', 'wool', 'velvet', 'taffeta', 'mesh', 'leather', 'cotton', 'nylon'],
    ['dress', 'coat', 'skirt', 'blazer', 'corset', 'gown', 'parka', 'kimono', 'jumpsuit', 'shirt'],
  ],
  zh: [
    ['褶皱', '垂坠', '斜裁', '绗缝', '透视', '定制', '不对称', '层叠', '毛边', '鱼骨'],
    ['亚麻', '真丝', '牛仔', '羊毛', '丝绒', '塔夫绸', '网纱', '皮革', '纯棉', '尼龙'],
    ['连衣裙', '大衣', '半身裙', '西装', '胸衣', '礼服', '派克', '和服', '连体裤', '衬衫'],
  ],
} as const

/** One to three words, or a fabric and a number. */
function searchOf([first, second, third]: (typeof words)['en' | 'zh'], index: number, gap: string): string {
  const mixed = (index * MIX) % 1_000_003
  const all = [first[mixed % 10]!, second[Math.floor(mixed / 10) % 10]!, third[Math.floor(mixed / 100) % 10]!]
  if (index % 4 === 3) return `${all[1]} ${mixed % 100_000}`
  return index % 3 === 0 ? all[mixed % 3]! : all.slice(2 - (index % 3)).join(gap)
}

/**
 * Returns the pages to measure. The page of a work is measured with up to 100 public works, which have hotspots or are
 * among the 100 newest.
 */
async function callsOf(db: Db): Promise<Call[]> {
  const { rows } = await sql<{ id: string }>`select id from works
    where state = 'released' and visibility = 'public' and hotspots <> '[]' or id in (select id from works
      where state = 'released' and visibility = 'public' order by released_at desc limit 100) limit 100`.execute(db)
  const one = (path_: string) => () => path_
  const search = (language: 'en' | 'zh', count: number) => (index: number) =>
    `/works?q=${encodeURIComponent(searchOf(words[language], index % count, language === 'en' ? ' ' : ''))}`
  return [
    { name: 'home, latest', pathOf: one('/works'), fresh: 0.15, shared: 0.35 },
    { name: 'home, popular', pathOf: one('/works?sort=popular'), fresh: 0.15, shared: 0.35 },
    { name: 'a work', pathOf: (index) => `/works/${rows[index % rows.length]!.id}`, fresh: 0.2, shared: 0.45 },
    { name: 'a category', pathOf: one('/works?category=dress'), fresh: 0.12, shared: 0.3, p50Ms: 12 },
    { name: 'a tag', pathOf: one('/works?tag=linen'), fresh: 0.12, shared: 0.3, p50Ms: 12 },
    { name: 'search, English', pathOf: search('en', 1e9), fresh: 0.06, p50Ms: 20 },
    { name: 'search, Chinese', pathOf: search('zh', 1e9), fresh: 0.06, p50Ms: 20 },
    { name: 'search, English, asked by many', pathOf: search('en', 20), shared: 0.12 },
    { name: 'search, Chinese, asked by many', pathOf: search('zh', 20), shared: 0.12 },
    { name: 'following', pathOf: one('/works?sort=following'), fresh: 0.1 },
  ]
}

/** The home page asked for with an ETag, and compressed: shared by visitors, and made anew for signed-in users. */
async function repeatedCalls(port: number, tokens: readonly string[]): Promise<{ figures: Figure[]; line: Line }> {
  const visitor = (): GetRequest => ({ port, path: '/works' })
  const user = freshly(port, () => '/works', tokens)
  const { headers } = await fetch(`http://127.0.0.1:${port}/works`)
  const contenders = [
    { name: 'the same page again (304)', of: visitor, headers: { 'if-none-match': headers.get('etag')! }, goal: 2 },
    ...(['gzip', 'br'] as const).flatMap((encoding) => [
      { name: `a page by ${encoding}`, of: visitor, headers: { 'accept-encoding': encoding }, goal: undefined },
      { name: `a page by ${encoding}, made anew`, of: user, headers: { 'accept-encoding': encoding }, goal: undefined },
    ]),
  ]
  const measured = await inTurns([
    { name: 'whole', lookOf: visitor },
    { name: 'whole, made anew', lookOf: user },
    ...contenders.map(({ name, of, headers }) => ({
      name,
      lookOf: (index: number) => ({ ...of(index), headers: { ...of(index).headers, ...headers } }),
    })),
  ])
  const figures = contenders.map(({ name, of, goal }) => {
    const floors = measured.get(of === visitor ? 'whole' : 'whole, made anew')!
    return {
      what: name,
      value: median(measured.get(name)!.map(({ perSecond }, round) => perSecond / floors[round]!.perSecond)),
      unit: of === visitor ? '× the whole page' : '× the whole page, made anew',
      ...(goal && { atLeast: goal }),
    }
  })
  const sizes = await Promise.all(
    ['identity', 'gzip', 'br'].map(async (encoding) => `${await sentBytes(port, encoding)} (${encoding})`),
  )
  return { figures, line: { what: 'bytes of a page', measured: sizes.join(', ') } }
}

async function sentBytes(port: number, encoding: string): Promise<string> {
  const bytes = await new Promise<number>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/works', headers: { 'accept-encoding': encoding } }, (response) => {
      let received = 0
      response.on('data', (chunk: Buffer) => (received += chunk.length)).once('end', () => resolve(received))
    })
      .once('error', reject)
      .end()
  })
  return bytes.toLocaleString('en')
}

async function contentOf(db: Db): Promise<string> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from works)::int as works,
    (select count(distinct original_file_id) from uploads join works on uploads.id = upload_id)::int as garments,
    (select count(*) from works where cover_id is not null)::int as covers,
    (select count(*) from users)::int as users,
    (select count(avatar_id) from users)::int as avatars,
    (select count(*) from work_likes)::int as likes,
    (select count(*) from comments)::int as comments,
    (select count(*) from follows)::int as follows`.execute(db)
  const counts = Object.entries(rows[0]!).map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
  return `${counts.join(', ')}; each work with the facts of its model, tags, categories and a cover in all variants`
}

/** Calls the API for each page RECORDED_CALLS times and keeps the statements and the body of each call. */
async function recordPages(
  calls: readonly Call[],
  headers: Record<string, string>,
  env: Record<string, string>,
): Promise<RecordedCall[][]> {
  const port = await freePort()
  const file = path.join(path.dirname(env['MAIL_DIR']!), 'statements')
  const recorder = `--import ${new URL('../processes/sent-statements.js', import.meta.url).href}`
  const own = { PORT: String(port), RATE_LIMIT_FACTOR: '1000', BENCH_STATEMENTS: file, NODE_OPTIONS: recorder }
  const copy = await startCopy('api', env, own)
  const callers = createHttpClients(1)
  try {
    const pages: RecordedCall[][] = []
    for (const { pathOf } of calls) {
      const page: RecordedCall[] = []
      for (let index = 0; index < RECORDED_CALLS; index++) {
        const call = { port, path: pathOf(index), headers }
        // The first request reads the cards into the cache, where they stay until they change.
        await callers.call(0, call)
        writeFileSync(file, '')
        const body = await callers.call(0, call)
        const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
        const statements = lines.map((line) => JSON.parse(line) as Statement)
        // Sessions are cached for less than a second, so some calls read theirs and some do not.
        page.push({ body, statements: statements.filter(({ text }) => !/\bsessions\b/.test(text)) })
      }
      pages.push(page)
    }
    return pages
  } finally {
    callers.close()
    await copy.end('SIGTERM')
  }
}
