import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import type { Browser, Page } from 'playwright'
import { waker } from '@toile/bus/wake'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { setPreferences } from '@toile/db/notifications/notification-preferences'
import { notify, readNotifications } from '@toile/db/notifications/notifications'
import { makePerson, type Person } from '../../chaos/workload/people.js'
import { openBrowser } from '../../test/screens/pictures.js'
import { chromiumPath } from '../setup/chromium.js'
import { quantile } from '../measure/load.js'
import { compare, type Compared, type Contender, type Figure } from '../measure/compare.js'
import type { Bench } from '../benchmarks.js'
import type { Line } from '../measure/line.js'
import type { ClientsCommand } from '../processes/socket-clients.js'
import { BASELINE_CHANNEL, type FromBaseline, type ToBaseline } from '../processes/live-baseline.js'
import { processorSeconds } from '../measure/processor.js'
import type { Measurements } from '../report/results.js'

const socketCounts = [0, 1_000, 5_000]
/** Changes per round. Seven rounds of compare() count, so 5,040 changes for each number of sockets. */
const CHANGES = 720
const PATIENCE_MS = 10_000

/** Milliseconds since the Unix epoch. The page computes its times in the same way, so that they can be compared. */
const now = () => performance.timeOrigin + performance.now()

/** Measures how long a browser's DOM takes to show a commit. The baseline is a bare page that shows a Redis PUBLISH. */
export async function benchLive({ toile }: Bench): Promise<Measurements> {
  const { port, databaseUrl, env } = await toile()
  const redis = new Redis(env['REDIS_URL']!)
  let committedAt = 0
  const wake = waker(redis)
  const onEvents = () => {
    committedAt = now()
    wake()
  }
  const db = openDb({ url: databaseUrl, poolSize: poolSizes.api, onEvents, onError: () => {} })
  const baseline = fork(fileURLToPath(new URL('../processes/live-baseline.js', import.meta.url)))
  const browser = await openBrowser(chromiumPath(env))
  const held: ChildProcess[] = []
  try {
    baseline.send({ redisUrl: env['REDIS_URL']! } satisfies ToBaseline)
    const [{ port: baselinePort }] = (await once(baseline, 'message')) as [FromBaseline]
    const person = await makePerson(db, env['SECRET']!)
    // Only the bell is on for this kind of notification, so that each change sends exactly one live message.
    await setPreferences(db, person.id, [{ kind: 's_code', live: false, bell: true, email: false, digest: false }])
    const page = await openToile(browser, `http://localhost:${port}`, person)
    const bare = await openPage(browser, `http://127.0.0.1:${baselinePort}`, '#published')
    let [count, published] = [0, 0]
    const change = async () => {
      const isUnread = count++ % 2 === 1
      const seen = page.next()
      if (isUnread) await readNotifications(db, person.id, { tab: 'notifications' })
      else await notify(db, { userId: person.id, kind: 's_code', key: `bench:${count}`, params: { days: 1 } })
      return (await seen) - committedAt
    }
    const publish = async () => {
      const seen = bare.next()
      const publishedAt = now()
      await redis.publish(BASELINE_CHANNEL, String(published++))
      return (await seen) - publishedAt
    }

    const compared: Compared[] = []
    const figures: Figure[] = []
    const lines: Line[] = []
    let open = 0
    for (const sockets of socketCounts) {
      held.push(...(await hold(db, env, baselinePort, sockets - open)))
      open = sockets
      const ms: [number[], number[]] = [[], []]
      const run = async (one: () => Promise<number>, all: number[], isWarmUp: boolean) => {
        const these: number[] = []
        while (these.length < CHANGES) these.push(await one())
        if (!isWarmUp) all.push(...these)
        return {
          value: quantile(
            these.sort((a, b) => a - b),
            0.5,
          ),
        }
      }
      const before = holding(held)
      const began = performance.now()
      const what = `${sockets + 1} open sockets`
      compared.push(
        await compare({
          what: `${what}: a change until a browser shows it, p50 of ${CHANGES}`,
          unit: 'ms',
          better: 'less',
          contenders: [
            { name: 'Toile, from the commit', kind: 'subject', run: (isWarmUp) => run(change, ms[0], isWarmUp) },
            {
              name: 'bare socket.io, from Redis',
              kind: 'baseline',
              run: (isWarmUp) => run(publish, ms[1], isWarmUp),
              goal: 4,
            },
          ],
        }),
      )
      const share = (holding(held) - before) / ((performance.now() - began) / 1_000)
      const [mine, its] = ms.map((all) => all.sort((a, b) => a - b)) as [number[], number[]]
      figures.push({
        what: `${what}: p50 of ${mine.length} changes`,
        value: quantile(mine, 0.5),
        unit: 'ms',
        atMost: 25,
      })
      lines.push({
        what: `${what}: p99 from the commit; of bare socket.io; processor of the process that holds the sockets`,
        measured: `${quantile(mine, 0.99).toFixed(1)} ms; ${quantile(its, 0.99).toFixed(1)} ms; ${(100 * share).toFixed(1)} % of a core`,
      })
    }
    const p50 = (kind: Contender['kind']) =>
      compared.map(({ contenders }, at): [number, number] => [
        socketCounts[at]! + 1,
        contenders.find((one) => one.kind === kind)!.median,
      ])
    const series = [
      { name: 'Toile', points: p50('subject') },
      { name: 'bare socket.io', points: p50('baseline') },
    ]
    const plot = { title: 'A change until a browser shows it, p50', over: 'open sockets', unit: 'ms', series }
    return { compared, figures, lines, plots: [plot] }
  } finally {
    for (const child of [...held, baseline]) child.kill('SIGKILL')
    await browser.close()
    redis.disconnect()
    await db.destroy()
  }
}

const holding = (held: readonly ChildProcess[]) =>
  processorSeconds(({ pid }) => held.some((child) => child.pid === pid))

async function hold(db: Db, env: Record<string, string>, baselinePort: number, count: number): Promise<ChildProcess[]> {
  if (count <= 0) return []
  const tokens: string[] = []
  const make = async () => {
    while (tokens.length < count) tokens.push((await makePerson(db, env['SECRET']!)).token)
  }
  await Promise.all(Array.from({ length: poolSizes.api }, make))
  return Promise.all(
    [env['REALTIME_URL']!, `http://127.0.0.1:${baselinePort}`].map(async (connect) => {
      const clients = fork(fileURLToPath(new URL('../processes/socket-clients.js', import.meta.url)))
      clients.send({ connect, tokens: tokens.slice(0, count) } satisfies ClientsCommand)
      await once(clients, 'message')
      return clients
    }),
  )
}

interface Watched {
  /** Resolves with the time of the next DOM change. Rejects when the DOM does not change within PATIENCE_MS. */
  next(): Promise<number>
}

function openToile(browser: Browser, url: string, { token }: Person): Promise<Watched> {
  return openPage(browser, `${url}/privacy`, '.bell', token)
}

async function openPage(browser: Browser, url: string, selector: string, token?: string): Promise<Watched> {
  const context = await browser.newContext()
  if (token) await context.addCookies([{ name: 'token', value: encodeURIComponent(JSON.stringify(token)), url }])
  const page: Page = await context.newPage()
  let onChange: ((at: number) => void) | undefined
  await page.exposeFunction('reportChange', (at: number) => onChange?.(at))
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.locator(selector).first().waitFor({ state: 'attached' })
  await page.evaluate((watched) => {
    const { reportChange } = window as unknown as { reportChange: (at: number) => void }
    const observer = new MutationObserver(() => reportChange(performance.timeOrigin + performance.now()))
    observer.observe(document.querySelector(watched)!, {
      attributes: true,
      childList: true,
      characterData: true,
      subtree: true,
    })
  }, selector)
  return {
    next: () =>
      new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No change came to ${url}`)), PATIENCE_MS)
        onChange = (at) => {
          clearTimeout(timer)
          onChange = undefined
          resolve(at)
        }
      }),
  }
}
