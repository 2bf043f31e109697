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

export interface Bench {
  /** A complete Toile for this run, started on first use. */
  toile(): Promise<{ running: RunningToile; port: number; databaseUrl: string; env: Record<string, string> }>
  /** A new Toile beside the other, for the one benchmark that needs one without works. */
  emptyToile: Bench['toile']
  /** Temporary folder, which is removed after the run. */
  folder: string
  /** Duration of the benchmark `soak`. */
  minutes: number
  /** The benchmark `feed` adds works until the database has this number, and only then measures. */
  works: number
  say(line: string): void
}

export interface Benchmark {
  run(bench: Bench): Promise<Measurements>
  measures: readonly string[]
  /** The benchmark takes ten minutes or more, so it runs only when its name is given. */
  isLong?: true
}

const linesOnly = (
  lines: (bench: Awaited<ReturnType<Bench['toile']>>, all: Bench) => Promise<Line[]>,
): Benchmark['run'] => {
  return async (bench) => ({ lines: await lines(await bench.toile(), bench) })
}

/** What a page of works passes through, and what fills and measures it. */
const readsOfWorks = [
  'packages/db/src',
  'services/api/src/http',
  'services/api/src/views',
  'services/api/src/routes/works.ts',
  'packages/demo/src/seed-content.ts',
  'infra/bench/benchmarks/feed.ts',
  'infra/bench/processes',
  'infra/bench/measure',
]

/** The benchmarks are in the order in which they run and are reported. */
export const benchmarks: Record<string, Benchmark> = {
  upload: {
    measures: ['services/api/src/uploads', 'packages/storage/src', 'packages/db/src/uploads'],
    run: benchUpload,
  },
  images: { measures: ['packages/media/src/images', 'workers/images/src'], run: benchImages },
  video: { measures: ['packages/media/src/videos', 'workers/videos/src'], run: benchVideo },
  'login-timing': {
    measures: ['services/api/src/routes/accounts', 'packages/runtime/src'],
    run: linesOnly((toile) => benchLoginTiming(toile)),
  },
  messages: {
    measures: ['services/realtime/src', 'services/relay/src', 'packages/bus/src'],
    run: linesOnly((toile) => benchMessages(toile, toile.env)),
  },
  attacks: { measures: ['services/api/src', 'packages/runtime/src'], run: benchAttacks },
  'state-change': { measures: ['packages/db/src'], run: benchStateChange },
  queue: { measures: ['packages/bus/src', 'services/relay/src'], run: benchQueue },
  live: {
    measures: ['services/realtime/src', 'services/relay/src', 'packages/bus/src', 'web/src/lib'],
    run: benchLive,
  },
  feed: {
    measures: readsOfWorks,
    run: benchFeed,
  },
  'page-view-flood': {
    measures: ['services/api/src', 'workers/analytics/src'],
    run: linesOnly((toile) => benchPageViewFlood(toile)),
  },
  model: {
    measures: ['packages/media/src', 'packages/browser/src', 'packages/scene/src', 'workers/uploads/src'],
    run: benchModel,
    isLong: true,
  },
  render: {
    measures: ['packages/media/src', 'packages/browser/src', 'workers/renders/src'],
    run: benchRender,
    isLong: true,
  },
  web: { measures: ['web/src', 'services/api/src', 'infra/bench/benchmarks/web.ts'], run: benchWeb },
  'second-start': { measures: ['infra/start', 'infra/bench/benchmarks/second-start.ts'], run: benchSecondStart },
  scale: {
    measures: ['packages/bus/src', 'services', 'workers'],
    run: linesOnly(({ running, env }) => benchScale(running, env)),
  },
  growth: {
    measures: ['packages/db/src/schema', 'packages/db/src/works'],
    run: linesOnly((toile) => benchGrowth(toile, toile.env)),
  },
  million: {
    measures: readsOfWorks,
    run: benchMillion,
    isLong: true,
  },
  soak: {
    measures: ['services', 'workers', 'packages'],
    run: linesOnly(({ running, env }, { minutes, say }) => benchSoak(running, env, { minutes, say })),
    isLong: true,
  },
}

/** All benchmarks that store a result, with the folders of code that each measures. */
export const reported: Record<string, readonly string[]> = {
  ...Object.fromEntries(Object.entries(benchmarks).map(([name, { measures }]) => [name, measures])),
  lighthouse: ['web/src'],
}
