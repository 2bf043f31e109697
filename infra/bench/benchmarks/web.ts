import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright'
import { openDb, poolSizes } from '@toile/db/client'
import { demoGarments } from '@toile/demo/garments/demo-garments'
import { root } from '@toile/runtime/root'
import { publishDemoWorks } from '../../start/demo/works.js'
import { chromiumPath } from '../setup/chromium.js'
import type { Figure } from '../measure/compare.js'
import { measureBySize } from '../measure/measure-by-size.js'
import type { Bench } from '../benchmarks.js'
import { median } from '../measure/median.js'
import type { Plot } from '../report/plot.js'
import type { Measurements } from '../report/results.js'
import { seedUntil } from '../setup/seed-until.js'

const garmentNames = ['wide-brim-hat', 'handbag', 'scarf', 'blazer']
const VISITS = 7
const HOME_KB = 145
const WORK_KB = 320
const LCP_MS = 1_200
const CLS = 0.02
const INP_MS = 200
const OPENED = 50
const EVERY = 10
/**
 * Goal for memory after 50 works, as a multiple of memory after 10. It allows some growth, because not all loaded code
 * is compiled after 10 works.
 */
const GROWTH = 1.05
const growingWorks = [100, 1_000, 10_000, 100_000]
const KB = 1_024

/** The three Core Web Vitals. Stricter than their definitions, `cls` sums all shifts, `inpMs` is the longest event. */
interface Vitals {
  lcpMs: number
  cls: number
  inpMs: number
}

/**
 * Measures scripts and Core Web Vitals of home and of a work's page among 100,000 works, and the memory after up to 50
 * works in 3D.
 */
export async function benchWeb({ emptyToile, folder, say }: Bench): Promise<Measurements> {
  const { env, port } = await emptyToile()
  const url = `http://127.0.0.1:${port}`
  const ids = await publish(url, env, path.join(folder, 'web-garments'))
  // Chromium's sandbox does not work for root. It is not needed, because all pages are our own.
  const args = ['--no-sandbox', '--enable-unsafe-swiftshader']
  const browser = await chromium.launch({ executablePath: chromiumPath(env), args })
  try {
    const series = await growHome(browser, url, env)
    // The visits come afterwards, when there are 100,000 works.
    const visits = []
    for (let visit = 0; visit <= VISITS; visit++) visits.push(await visitOnce(browser, url, ids[visit % ids.length]!))
    // The first visit only warms the caches of the server and the disk.
    const counted = visits.slice(1)
    const middle = (of: (visit: (typeof counted)[number]) => number) => median(counted.map(of))
    const held = await openMany(browser, url, ids, say)
    const figures: Figure[] = [
      {
        what: 'script of home that its largest picture waits for, gzip',
        value: middle(({ home }) => home.firstKb),
        unit: 'kB',
        atMost: HOME_KB,
      },
      {
        what: "script of a work's page with the viewer, gzip",
        value: middle(({ work }) => work.kB),
        unit: 'kB',
        atMost: WORK_KB,
      },
      { what: 'home: largest contentful paint', value: middle(({ home }) => home.lcpMs), unit: 'ms', atMost: LCP_MS },
      { what: 'home: layout shift', value: middle(({ home }) => home.cls), unit: '', atMost: CLS },
      {
        what: "a work's page: largest contentful paint",
        value: middle(({ work }) => work.lcpMs),
        unit: 'ms',
        atMost: LCP_MS,
      },
      { what: "a work's page: layout shift", value: middle(({ work }) => work.cls), unit: '', atMost: CLS },
      {
        what: 'home: interaction to next paint (a category, a feed, search)',
        value: middle(({ home }) => home.inpMs),
        unit: 'ms',
        atMost: INP_MS,
      },
      {
        what: `memory of the page after ${OPENED} works opened in 3D, of that after ${EVERY}`,
        value: held.at(-1)! / held[0]!,
        unit: '×',
        atMost: GROWTH,
      },
    ]
    const measured = held.map((mb) => mb.toFixed(1)).join(', ')
    const later = middle(({ home }) => home.kB).toFixed(0)
    return {
      figures,
      lines: [
        { what: 'the same with what comes when the page is idle: the live connection', measured: `${later} kB` },
        { what: `MB in use after each ${EVERY} works, all garbage collected`, measured },
      ],
      plots: [{ title: 'Home: largest contentful paint', over: 'works', unit: 'ms', series }],
      versions: { Chromium: browser.version() },
    }
  } finally {
    await browser.close()
  }
}

async function publish(url: string, env: Record<string, string>, folder: string): Promise<string[]> {
  mkdirSync(folder)
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  try {
    const garments = demoGarments.filter(({ name }) => garmentNames.includes(name))
    const { signal } = new AbortController()
    await publishDemoWorks({ db, url, secret: env['SECRET']!, folder, garments, signal })
    const titles = garments.map(({ title }) => title)
    const works = await db.selectFrom('works').select('id').where('title', 'in', titles).execute()
    return works.map(({ id }) => id)
  } finally {
    await db.destroy()
  }
}

async function growHome(browser: Browser, url: string, env: Record<string, string>): Promise<Plot['series']> {
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  const paint = async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' })
    const home = await observed(await context.newPage())
    await home.page.goto(url, { waitUntil: 'networkidle' })
    const { lcpMs } = await home.vitals()
    await context.close()
    return lcpMs
  }
  try {
    return await measureBySize(growingWorks, [{ name: 'Toile', run: paint }], (works) =>
      seedUntil({ db, url, secret: env['SECRET']! }, works),
    )
  } finally {
    await db.destroy()
  }
}

async function visitOnce(browser: Browser, url: string, id: string) {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' })
  try {
    const home = await observed(await context.newPage())
    await home.page.goto(url, { waitUntil: 'networkidle' })
    const [homeKb, homeFirstKb] = [home.scriptKb(), await home.firstScriptKb()]
    // These actions come after the scripts are counted, because what they load is not part of the page load.
    await home.page.getByRole('combobox', { name: 'Category', exact: true }).press('ArrowDown')
    await home.page.waitForURL(/category=/)
    await home.page.getByRole('link', { name: 'Popular', exact: true }).click()
    await home.page.waitForURL(/sort=popular/)
    await home.page.getByRole('searchbox').first().pressSequentially('hat')
    await home.page.waitForURL(/q=hat/)
    const homeVitals = await home.vitals()
    const work = await observed(
      await (await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' })).newPage(),
    )
    await work.page.goto(`${url}/project/${id}`, { waitUntil: 'networkidle' })
    const workVitals = await work.vitals()
    await openViewer(work.page)
    const workKb = work.scriptKb()
    await work.page.context().close()
    return { home: { kB: homeKb, firstKb: homeFirstKb, ...homeVitals }, work: { kB: workKb, ...workVitals } }
  } finally {
    await context.close()
  }
}

async function openViewer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /View in 3D/ }).click()
  await page.locator('.viewer[data-whole="true"]').waitFor()
}

async function observed(page: Page) {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/assets\/.*\.js$/.test(pathname)) scripts.add(pathname)
  })
  await page.addInitScript(() => {
    const vitals: Vitals = { lcpMs: 0, cls: 0, inpMs: 0 }
    const watch = (type: string, note: (entry: PerformanceEntry) => void, options = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options })
    watch('largest-contentful-paint', (entry) => (vitals.lcpMs = entry.startTime))
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) vitals.cls += value
    })
    const noteEvent = ({ duration }: PerformanceEntry) => (vitals.inpMs = Math.max(vitals.inpMs, duration))
    watch('event', noteEvent, { durationThreshold: 16 })
    Object.assign(globalThis, { vitals })
  })
  return {
    page,
    scriptKb: () => kbOf([...scripts]),
    /** Gzip size in kB of the scripts that were requested before the largest contentful paint. */
    async firstScriptKb() {
      const before = await page.evaluate(() => {
        const { lcpMs } = (globalThis as unknown as { vitals: Vitals }).vitals
        const asked = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= lcpMs)
        return asked.map(({ name }) => new URL(name).pathname)
      })
      return kbOf([...scripts].filter((name) => before.includes(name)))
    },
    vitals: () => page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals),
  }
}

const kbOf = (names: readonly string[]) => names.reduce((sum, name) => sum + gzipKb(name), 0)

const sizes = new Map<string, number>()
function gzipKb(name: string): number {
  const known = sizes.get(name) ?? gzipSync(readFileSync(path.join(root, 'web/dist', name))).length / KB
  sizes.set(name, known)
  return known
}

/** Opens works in 3D one after the other, going back in between. @returns the MB in use after every `EVERY` works */
async function openMany(browser: Browser, url: string, ids: string[], say: (line: string) => void): Promise<number[]> {
  // The viewport is small, because the processor draws its pixels (SwiftShader).
  const context = await browser.newContext({ viewport: { width: 640, height: 480 }, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    const held: number[] = []
    for (let opened = 1; opened <= OPENED; opened++) {
      await page
        .locator(`a[href$="/project/${ids[opened % ids.length]}"]`)
        .first()
        .click()
      await openViewer(page)
      await page.goBack()
      await page.locator('.viewer').waitFor({ state: 'detached' })
      if (opened % EVERY > 0) continue
      held.push(await usedMb(session))
      say(`${opened} works opened: ${held.at(-1)!.toFixed(1)} MB`)
    }
    return held
  } finally {
    await context.close()
  }
}

/** MB of JavaScript heap, DOM and buffers after a full garbage collection. */
async function usedMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const used = (await session.send('Runtime.getHeapUsage')) as Record<string, number>
  const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = used
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / KB / KB
}
