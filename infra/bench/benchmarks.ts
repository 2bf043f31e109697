import { benchAttacks } from './benchmarks/attacks.js'
import { benchStateChange } from './benchmarks/state-change.js'
import { benchFeed } from './benchmarks/feed.js'
import { benchGrowth, benchMillion } from './benchmarks/growth.js'
import { benchImages } from './benchmarks/images.js'
import type { Line } from './measure/line.js'
import { benchLive } from './benchmarks/live.js'
import { benchLoginTiming } from './benchmarks/login-timing.js'
import { benchMessages } from './benchmarks/messages.js'
import { benchModel } from './benchmarks/model.js'
import { benchPageViewFlood } from './benchmarks/page-view-flood.js'
import { benchQueue } from './benchmarks/queue.js'
import { benchRender } from './benchmarks/render.js'
import type { Measurements } from './report/results.js'
import { benchScale } from './benchmarks/scale.js'
import { benchSoak } from './benchmarks/soak.js'
import { benchUpload } from './benchmarks/upload.js'
import { benchVideo } from './benchmarks/video.js'
import { benchSecondStart } from './benchmarks/second-start.js'
import { benchWeb } from './benchmarks/web.js'
import type { RunningToile } from '../start/toile.js'

/** What a benchmark has to measure with. */
export interface Bench {
  /** A whole Toile of this run's own, started by the first benchmark that asks. */
  toile(): Promise<{ running: RunningToile; port: number; databaseUrl: string; env: Record<string, string> }>
  /** A folder of this run's own, gone after it. */
  folder: string
  /** How long what goes on and on is to go on. */
  minutes: number
  /** How many works the feed is to hold; a million take some minutes to be made. */
  works: number
  say(line: string): void
}

/** A benchmark of `npm run bench`. */
export interface Benchmark {
  run(bench: Bench): Promise<Measurements>
  /** Some ten minutes or more: only when it is named. */
  isLong?: true
}

const linesOnly = (
  lines: (bench: Awaited<ReturnType<Bench['toile']>>, all: Bench) => Promise<Line[]>,
): Benchmark['run'] => {
  return async (bench) => ({ lines: await lines(await bench.toile(), bench) })
}

/** All benchmarks, in the order in which they run and are reported. */
export const benchmarks: Record<string, Benchmark> = {
  upload: { run: benchUpload },
  images: { run: benchImages },
  video: { run: benchVideo },
  'login-timing': { run: linesOnly((toile) => benchLoginTiming(toile)) },
  messages: { run: linesOnly((toile) => benchMessages(toile, toile.env)) },
  attacks: { run: benchAttacks },
  'state-change': { run: benchStateChange },
  queue: { run: benchQueue },
  live: { run: benchLive },
  feed: { run: benchFeed },
  'page-view-flood': { run: linesOnly((toile) => benchPageViewFlood(toile)) },
  model: { run: benchModel, isLong: true },
  render: { run: benchRender, isLong: true },
  web: { run: benchWeb },
  'second-start': { run: benchSecondStart },
  scale: { run: linesOnly(({ running, env }) => benchScale(running, env)) },
  growth: { run: linesOnly((toile) => benchGrowth(toile, toile.env)) },
  million: { run: benchMillion, isLong: true },
  soak: {
    run: linesOnly(({ running, env }, { minutes, say }) => benchSoak(running, env, { minutes, say })),
    isLong: true,
  },
}

/** Everything of which results are kept and quoted: the benchmarks, and what `npm run lighthouse` measures. */
export const reported = [...Object.keys(benchmarks), 'lighthouse']
