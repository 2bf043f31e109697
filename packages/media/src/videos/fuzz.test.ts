import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { open, readFile, writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import t from '@toile/testing/tap'
import { InputFailure } from '@toile/contracts/failures'
import { MAX_VIDEO_SECONDS, MAX_VIDEO_SIDE_PX } from '@toile/contracts/videos/videos.constants'
import { damaged } from '@toile/testing/damage'
import { fuzz } from '@toile/testing/fuzz'
import { processorMs } from '@toile/testing/processor-time'
import { ffmpeg, makeClip } from '@toile/testing/files/videos'
import { encodeCommand, INPUT } from './commands.js'
import { findFfmpeg } from './executable.js'
import type { VideoFacts } from './answers.js'
import { assertHeader, factsOf, type Probed } from './facts.js'
import { identifyVideo } from './identify.js'
import { planRenditions } from './plan.js'
import { probe } from './probe.js'

const MAX_PROBE_MS = 10_000

const folder = t.testdir()
const tools = findFfmpeg(process.env['FFMPEG_PATH'])!

const tiny = { size: '64x48', seconds: 0.2, rate: 10 }
const clip = await makeClip(folder, 'clip.mp4', tiny)
await ffmpeg(folder, '-i', 'clip.mp4', '-c', 'copy', '-movflags', 'frag_keyframe+empty_moov', 'fragments.mp4')
await ffmpeg(folder, '-i', 'clip.mp4', '-c', 'copy', 'clip.mkv')
await ffmpeg(folder, '-i', 'clip.mp4', '-c', 'copy', '-metadata:s:v:0', 'rotate=90', 'turned.mov')
const clips = await Promise.all(
  [clip, 'fragments.mp4', 'clip.mkv', 'turned.mov'].map((file) => readFile(path.resolve(folder, file))),
)
// The folders that a sandboxed child has. Its working folder is `child`, to which INPUT is relative.
for (const name of ['child', 'given']) mkdirSync(path.join(folder, name))
process.chdir(path.join(folder, 'child'))

function assertSound(facts: VideoFacts): void {
  const { width, height, durationSeconds, framesPerSecond, bitsPerSecond } = facts
  const isSound =
    [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_VIDEO_SIDE_PX) &&
    [durationSeconds, framesPerSecond, bitsPerSecond].every((value) => value > 0 && Number.isFinite(value)) &&
    durationSeconds <= MAX_VIDEO_SECONDS
  const renditions = planRenditions(facts)
  if (!isSound || /NaN|Infinity|undefined|-\d+:/.test(encodeCommand(facts, renditions).join(' ')))
    throw new Error(`unsound: ${JSON.stringify({ facts, renditions })}`)
}

/** Add inputs that reveal bugs here, by name. There are none yet, only the damaged beginnings of files. */
const kept: Record<string, Buffer> = Object.fromEntries(
  Object.entries({
    'a first box alone': '\0\0\0\x08ftyp',
    'a first box longer than the file': '\xff\xff\xff\xffmoov',
    'a first box of no length': '\0\0\0\0mdat',
    'a Matroska mark alone': '\x1a\x45\xdf\xa3',
  }).map(([name, text]) => [name, Buffer.from(text, 'latin1')]),
)

await t.test('U09 probes a damaged video or fails with a code, within the time limit', async (t) => {
  await fuzz(t, {
    kept,
    made: damaged(clips),
    runs: 20,
    async handle(bytes) {
      await writeFile(INPUT, bytes)
      const input = await open(INPUT)
      const before = processorMs()
      try {
        assertSound(await probe(tools, identifyVideo(input.fd)))
      } catch (error) {
        if (!(error instanceof InputFailure)) throw error
      } finally {
        await input.close()
      }
      const took = processorMs() - before
      if (took > MAX_PROBE_MS) throw new Error(`it took ${Math.round(took)} ms`)
    },
  })
})

const side = fc.oneof(fc.integer({ min: 0, max: 4_096 }), fc.constantFrom(1, 2, 3, 32_768, 2 ** 31 - 1))
const ratio = fc
  .tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }))
  .map((sides) => sides.join(':'))
const stream = fc.record(
  {
    index: fc.nat(9),
    codec_type: fc.constantFrom('video', 'audio', 'data'),
    codec_name: fc.constantFrom('h264', 'hevc', 'aac', 'none'),
    profile: fc.constantFrom('High', 'LC', 'x'),
    pix_fmt: fc.constantFrom('yuv420p', 'yuv420p10le'),
    width: side,
    height: side,
    channels: fc.nat(9),
    sample_aspect_ratio: fc.oneof(ratio, fc.constantFrom('N/A', '0:1', ':', '1:NaN')),
    field_order: fc.constantFrom('progressive', 'tt'),
    color_transfer: fc.constantFrom('bt709', 'smpte2084'),
    disposition: fc.record({ attached_pic: fc.nat(1) }),
    side_data_list: fc.array(fc.record({ rotation: fc.integer() }, { requiredKeys: [] }), { maxLength: 2 }),
  },
  { requiredKeys: ['index'] },
)
const probed: fc.Arbitrary<Probed> = fc.record(
  {
    streams: fc.array(stream, { maxLength: 3 }),
    format: fc.record(
      { duration: fc.oneof(fc.double().map(String), fc.constantFrom('N/A', '0.000000', '899.9', '-5')) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Probed>

interface Said {
  probed: Probed
  counted: { frames: number; seconds: number; isCut: boolean }
}

await t.test('U09 turns any ffprobe output into facts within the limits or a failure', async (t) => {
  const picture = { index: 0, codec_type: 'video', width: 640, height: 480 }
  const oneSecond = { isCut: false, frames: 25, seconds: 1 }
  await fuzz<Said>(t, {
    kept: {
      'no streams': { probed: {}, counted: oneSecond },
      'not one picture counted': { probed: { streams: [picture] }, counted: { frames: 0, seconds: 1, isCut: false } },
      'one pixel across and 32,768 down, which no encoder takes': {
        probed: { streams: [{ ...picture, width: 1, height: 32_768 }] },
        counted: oneSecond,
      },
      'pixels so narrow that nothing is left of the width': {
        probed: { streams: [{ ...picture, sample_aspect_ratio: '1:100000' }] },
        counted: oneSecond,
      },
      'a picture of one pixel': { probed: { streams: [{ ...picture, width: 1, height: 1 }] }, counted: oneSecond },
    },
    made: fc.record({
      probed,
      counted: fc.record({
        frames: fc.nat(100_000),
        seconds: fc.double({ min: 0, max: 2_000, noNaN: true }),
        isCut: fc.boolean(),
      }),
    }),
    runs: 1_000,
    handle({ probed: said, counted }) {
      try {
        assertHeader(said)
        assertSound(factsOf(said, counted, 'mov', 1_000_000))
      } catch (error) {
        if (!(error instanceof InputFailure)) throw error
      }
    },
  })
})
