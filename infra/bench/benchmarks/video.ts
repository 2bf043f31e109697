import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { childFolder, givenFolder } from '@toile/media/made-files'
import { copyCommand, encodeCommand, INPUT } from '@toile/media/videos/commands'
import { findFfmpeg, type VideoTools } from '@toile/media/videos/executable'
import { makePoster, makeRenditions, probeVideo, type VideoWork } from '@toile/media/videos/make'
import { planRenditions, type Rendition } from '@toile/media/videos/plan'
import type { VideoFacts } from '@toile/media/videos/answers'
import { withWorkFolder } from '@toile/media/work-folders'
import { systemUser } from '@toile/runtime/system-user'
import { makeClip } from '@toile/testing/files/videos'
import { compare, type Comparison, type Contender } from '../measure/compare.js'
import { measureBySize, secondsOf } from '../measure/measure-by-size.js'
import type { Bench } from '../benchmarks.js'
import type { Measurements } from '../report/results.js'

const growingSeconds = [1, 10, 100]
/** Format of a phone's video. The clip is short enough for 24 runs. */
const clipFormat = { size: '1920x1080', seconds: 10, rate: 30 }

/** Compares Toile with one ffmpeg for all sizes and with one per size. Also measures the time until a video plays. */
export async function benchVideo({ folder }: Bench): Promise<Measurements> {
  const tools = findFfmpeg(process.env['FFMPEG_PATH'])
  if (!tools) throw new Error('ffmpeg is missing: set FFMPEG_PATH')
  // Browsers can play this clip, so its first size is a copy without encoding. Two steps make the sizes: first the copy,
  // then all others.
  const clip = await makeClip(folder, 'clip.mp4', { ...clipFormat, options: ['-crf', '30', '-preset', 'veryfast'] })
  const facts = await asToile(clip, tools, (work) => probeVideo(work))
  const plan = planRenditions(facts)
  const allSizes = (file: string) =>
    asToile(file, tools, async (work) => {
      const probed = await probeVideo(work)
      const [first, ...rest] = planRenditions(probed)
      await makeRenditions(work, probed, [first!], () => {})
      if (rest.length > 0) await makeRenditions(work, probed, rest, () => {})
    })
  const bare = { clip, tools, facts, folder }
  const sizes = plan.map(({ name, isCopy }) => `${name}${isCopy ? ' (a copy)' : ''}`).join(', ')
  const all: Comparison = {
    what: `a video of ${clipFormat.seconds} s, ${clipFormat.size} at ${clipFormat.rate} pictures/s, as ${sizes}`,
    unit: '× real time',
    better: 'more',
    work: { unit: 's of video', count: clipFormat.seconds },
    contenders: [
      contender('subject', 'Toile: probed, then each step in a child without rights', 'speed', () => allSizes(clip)),
      contender('baseline', 'one bare ffmpeg for all', 'speed', () => bareFfmpeg(bare, [plan]), 0.97),
      contender('peer', 'a bare ffmpeg for each', 'speed', () =>
        bareFfmpeg(
          bare,
          plan.map((one) => [one]),
        ),
      ),
    ],
  }
  const first: Comparison = {
    what: 'until the same video plays',
    unit: 's',
    better: 'less',
    contenders: [
      contender('subject', 'Toile: probed, a poster, the first size', 'time', () =>
        asToile(clip, tools, async (work) => {
          const probed = await probeVideo(work)
          await makePoster(work, probed)
          await makeRenditions(work, probed, planRenditions(probed).slice(0, 1), () => {})
        }),
      ),
      contender(
        'baseline',
        'a bare copy into a new container',
        'time',
        () => bareFfmpeg(bare, [plan.slice(0, 1)]),
        1.5,
      ),
    ],
  }
  const compared = [await compare(all), await compare(first)]
  const clips = new Map<number, Bare>()
  for (const seconds of growingSeconds) {
    const longer = await makeClip(folder, `${seconds}.mp4`, { size: '640x360', seconds, rate: 30 })
    clips.set(seconds, { ...bare, clip: longer, facts: await asToile(longer, tools, (work) => probeVideo(work)) })
  }
  const series = await measureBySize(growingSeconds, [
    { name: 'Toile', run: (seconds) => secondsOf(() => allSizes(clips.get(seconds)!.clip)) },
    {
      name: 'one bare ffmpeg',
      run: (seconds) => secondsOf(() => bareFfmpeg(clips.get(seconds)!, [planRenditions(clips.get(seconds)!.facts)])),
    },
  ])
  const plot = { title: 'A video of 640x360 in all sizes', over: 's of video', unit: 's', series }
  return { compared, plots: [plot], versions: { ffmpeg: await versionOfFfmpeg(tools) } }
}

function contender(
  kind: Contender['kind'],
  name: string,
  measured: 'speed' | 'time',
  work: () => Promise<unknown>,
  goal?: number,
): Contender {
  return {
    kind,
    name,
    async run() {
      const began = performance.now()
      await work()
      const seconds = (performance.now() - began) / 1_000
      return { value: measured === 'speed' ? clipFormat.seconds / seconds : seconds }
    },
    ...(goal !== undefined && { goal }),
  }
}

function asToile<T>(clip: string, tools: VideoTools, work: (work: VideoWork) => Promise<T>): Promise<T> {
  const user = systemUser(process.env['MEDIA_USER'])
  return withWorkFolder(async (workDir) => {
    const source = path.join(workDir, 'original')
    await copyFile(clip, source)
    return work({ path: source, workDir, tools, user })
  })
}

interface Bare {
  clip: string
  tools: VideoTools
  facts: VideoFacts
  folder: string
}

/** Runs one ffmpeg per group of sizes, one after another, with Toile's encoder settings but ffmpeg's own threads. */
async function bareFfmpeg({ clip, tools, facts, folder }: Bare, groups: readonly Rendition[][]): Promise<void> {
  await mkdir(path.join(folder, 'bare'), { recursive: true })
  const run = await mkdtemp(path.join(folder, 'bare', 'run-'))
  const cwd = childFolder(run)
  await mkdir(cwd)
  await mkdir(givenFolder(run))
  await copyFile(clip, path.join(cwd, INPUT))
  for (const group of groups) await promisify(execFile)(tools.ffmpeg, ownThreads(bareArguments(facts, group)), { cwd })
  await rm(run, { recursive: true })
}

function bareArguments(facts: VideoFacts, group: readonly Rendition[]): string[] {
  const copies = group.filter(({ isCopy }) => isCopy).flatMap((one) => outputOf(copyCommand(facts, one)))
  const encoded = group.filter(({ isCopy }) => !isCopy)
  if (encoded.length === 0) return copyCommand(facts, group[0]!)
  return [...encodeCommand(facts, encoded), ...copies]
}

const outputOf = (command: string[]) => command.slice(command.indexOf('-i') + 2)

function ownThreads(command: string[]): string[] {
  const isLimit = (at: number) => /^-(filter_|filter_complex_)?threads$/.test(command[at] ?? '')
  return command.filter((_, at) => !isLimit(at) && !isLimit(at - 1))
}

async function versionOfFfmpeg({ ffmpeg }: VideoTools): Promise<string> {
  const { stdout } = await promisify(execFile)(ffmpeg, ['-version'])
  return /^ffmpeg version (\S+)/.exec(stdout)![1]!
}
