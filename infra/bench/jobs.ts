import { benchAttacks } from './jobs/attacks.js'
import { benchEvents } from './jobs/events.js'
import { benchFeed } from './jobs/feed.js'
import { benchGrowth, benchMillion } from './jobs/growth.js'
import { benchImages } from './jobs/images.js'
import type { Line } from './measure/line.js'
import { benchLive } from './jobs/live.js'
import { benchLogin } from './jobs/login.js'
import { benchMessages } from './jobs/messages.js'
import { benchModel } from './jobs/model.js'
import { benchPageViews } from './jobs/page-views.js'
import { benchQueue } from './jobs/queue.js'
import { benchRender } from './jobs/render.js'
import type { Measured } from './report/results.js'
import { benchScale } from './jobs/scale.js'
import { benchSoak } from './jobs/soak.js'
import { benchUpload } from './jobs/upload.js'
import { benchVideo } from './jobs/video.js'
import { benchStart } from './jobs/start.js'
import { benchWeb } from './jobs/web.js'
import type { RunningToile } from '../start/toile.js'

/** What a job has to measure with. */
export interface Bench {
  /** A whole Toile of this run's own, started by the first job that asks. */
  toile(): Promise<{ running: RunningToile; port: number; databaseUrl: string; env: Record<string, string> }>
  /** A folder of this run's own, gone after it. */
  folder: string
  /** How long what goes on and on is to go on. */
  minutes: number
  /** How many works the feed is to hold; a million take some minutes to be made. */
  works: number
  say(line: string): void
}

/** A job of `npm run bench`. */
export interface Job {
  run(bench: Bench): Promise<Measured>
  /** Some ten minutes or more: only when it is named. */
  isLong?: true
}

const told = (lines: (bench: Awaited<ReturnType<Bench['toile']>>, all: Bench) => Promise<Line[]>): Job['run'] => {
  return async (bench) => ({ lines: await lines(await bench.toile(), bench) })
}

/** All jobs, in the order in which they run and are reported. */
export const jobs: Record<string, Job> = {
  upload: { run: benchUpload },
  images: { run: benchImages },
  video: { run: benchVideo },
  login: { run: told((toile) => benchLogin(toile)) },
  messages: { run: told((toile) => benchMessages(toile, toile.env)) },
  attacks: { run: benchAttacks },
  events: { run: benchEvents },
  queue: { run: benchQueue },
  live: { run: benchLive },
  feed: { run: benchFeed },
  'page-views': { run: told((toile) => benchPageViews(toile)) },
  model: { run: benchModel, isLong: true },
  render: { run: benchRender, isLong: true },
  web: { run: benchWeb },
  start: { run: benchStart },
  scale: { run: told(({ running, env }) => benchScale(running, env)) },
  growth: { run: told((toile) => benchGrowth(toile, toile.env)) },
  million: { run: benchMillion, isLong: true },
  soak: {
    run: told(({ running, env }, { minutes, say }) => benchSoak(running, env, { minutes, say })),
    isLong: true,
  },
}

/** Everything of which results are kept and quoted: the jobs, and what `npm run lighthouse` measures. */
export const reported = [...Object.keys(jobs), 'lighthouse']
