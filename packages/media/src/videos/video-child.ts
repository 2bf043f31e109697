import { stat } from 'node:fs/promises'
import { InputFailure } from '@toile/contracts/failures'
import { serveIsolated } from '../sandbox-child.js'
import {
  copyCommand,
  encodeCommand,
  MAX_OUTPUT_BYTES,
  posterCommand,
  storyboardCommand,
  type StoryboardShape,
} from './commands.js'
import type { VideoTools } from './executable.js'
import type { VideoFacts } from './answers.js'
import { identifyVideo } from './identify.js'
import type { Rendition } from './plan.js'
import { probe } from './probe.js'
import { runTool } from './run-tool.js'

export type Task =
  | { kind: 'probe' }
  | { kind: 'poster'; facts: VideoFacts }
  | { kind: 'encode'; facts: VideoFacts; renditions: readonly Rendition[] }
  | { kind: 'storyboard'; shape: StoryboardShape }

export interface TaskArgs {
  tools: VideoTools
  task: Task
}

type Report = (step: string, fraction: number) => void

serveIsolated<TaskArgs>(async ({ tools, task }, inputFd, report) => {
  const format = identifyVideo(inputFd)
  if (task.kind === 'probe') return probe(tools, format)
  if (task.kind === 'encode') return encode(tools, task.facts, task.renditions, report)
  if (task.kind === 'poster') return makeOne(tools, posterCommand(task.facts), 'poster.png')
  return makeOne(tools, storyboardCommand(task.shape), 'storyboard.jpg')
})

async function encode(
  { ffmpeg }: VideoTools,
  facts: VideoFacts,
  renditions: readonly Rendition[],
  report: Report,
): Promise<null> {
  const [first] = renditions
  const command = first?.isCopy ? copyCommand(facts, first) : encodeCommand(facts, renditions)
  await runTool(ffmpeg, command, ({ seconds }) => report('encode', Math.min(1, seconds / facts.durationSeconds)))
  for (const { name } of renditions) await weigh(`${name}.mp4`)
  return null
}

async function makeOne({ ffmpeg }: VideoTools, command: string[], name: string): Promise<null> {
  await runTool(ffmpeg, command)
  await weigh(name)
  return null
}

/** The worker checks the file again. This check serves only to report a clear reason. */
async function weigh(name: string): Promise<void> {
  // There is no file if ffmpeg could not decode a single frame.
  const { size: bytes } = await stat(name).catch(() => ({ size: 0 }))
  if (bytes === 0) throw new InputFailure('VIDEO_DAMAGED')
  if (bytes >= MAX_OUTPUT_BYTES) throw new InputFailure('VIDEO_TOO_HEAVY')
}
