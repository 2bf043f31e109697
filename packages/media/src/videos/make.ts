import { fileURLToPath } from 'node:url'
import { videoLadder } from '@toile/contracts/videos/videos.constants'
import { Type, type Static, type TSchema } from 'typebox'
import { giveFile, takeFile, type MadeFile, type MadeKind } from '../made-files.js'
import { runIsolated, type IsolatedJob } from '../sandbox.js'
import { faultOfFile } from '../sandbox-error.js'
import { VideoFacts } from './answers.js'
import { GIVEN, MAX_OUTPUT_BYTES, storyboardOf, type StoryboardShape } from './commands.js'
import type { VideoTools } from './executable.js'
import { BASE_TIMEOUT_MS, timeoutMsOf, type Rendition } from './plan.js'
import { MAX_TOOL_BYTES } from './run-tool.js'
import type { Task, TaskArgs } from './video-child.js'

const MAX_MEMORY_BYTES = 2 ** 29
const MAX_MADE_BYTES = (1 + videoLadder.length) * MAX_OUTPUT_BYTES

const failures = [
  'NOT_A_VIDEO',
  'VIDEO_DAMAGED',
  'VIDEO_TOO_MANY_PIXELS',
  'VIDEO_TOO_LONG',
  'VIDEO_TOO_HEAVY',
  'PROCESSING_OUT_OF_MEMORY',
] as const

export interface VideoWork extends IsolatedJob {
  path: string
  tools: VideoTools
}

export type MadeVideoFile = MadeFile
export type MadeRendition = Rendition & MadeVideoFile

/**
 * Probes without decoding a frame. @throws InputFailure NOT_A_VIDEO, VIDEO_DAMAGED, VIDEO_TOO_LONG,
 * VIDEO_TOO_MANY_PIXELS, VIDEO_TOO_HEAVY
 */
export function probeVideo(work: VideoWork): Promise<VideoFacts> {
  return perform(work, { kind: 'probe' }, VideoFacts)
}

export async function makePoster(work: VideoWork, facts: VideoFacts): Promise<MadeVideoFile> {
  await perform(work, { kind: 'poster', facts }, Type.Null())
  return take(work, 'poster.png', 'png')
}

/** Makes renditions in one pass over the source. `onProgress` gets 0 to 1. A copy must be the only rendition. */
export async function makeRenditions(
  work: VideoWork,
  facts: VideoFacts,
  renditions: readonly Rendition[],
  onProgress: (fraction: number) => void,
): Promise<MadeRendition[]> {
  const timeoutMs = timeoutMsOf(facts, renditions)
  const options = { timeoutMs, onProgress: (_step: string, fraction: number) => onProgress(Math.min(1, fraction)) }
  await perform(work, { kind: 'encode', facts, renditions }, Type.Null(), options)
  const taken: MadeRendition[] = []
  for (const rendition of renditions)
    taken.push({ ...rendition, ...(await take(work, `${rendition.name}.mp4`, 'mp4')) })
  return taken
}

/** Makes the storyboard JPEG. `work.path` must be one of our renditions, whose frames are small and upright. */
export async function makeStoryboard(
  work: VideoWork,
  facts: VideoFacts,
): Promise<MadeVideoFile & { shape: StoryboardShape }> {
  const shape = storyboardOf(facts)
  await perform(work, { kind: 'storyboard', shape }, Type.Null())
  return { ...(await take(work, 'storyboard.jpg', 'jpeg')), shape }
}

function take({ workDir }: VideoWork, name: string, kind: MadeKind): Promise<MadeVideoFile> {
  return takeFile(workDir, name, { kind, maxBytes: MAX_OUTPUT_BYTES }).catch((error: unknown) => {
    throw fault(error)
  })
}

const fault = (error: unknown) => faultOfFile(error, 'VIDEO_DAMAGED', 'VIDEO_TOO_HEAVY')

async function perform<Answer extends TSchema>(
  { path: inputPath, workDir, tools, signal, user }: VideoWork,
  task: Task,
  answer: Answer,
  { timeoutMs = BASE_TIMEOUT_MS, onProgress }: { timeoutMs?: number; onProgress?: (s: string, f: number) => void } = {},
): Promise<Static<Answer>> {
  await giveFile(workDir, inputPath, GIVEN, user)
  try {
    return await runIsolated<TaskArgs, Answer>({
      script: fileURLToPath(new URL('./video-child.js', import.meta.url)),
      args: { tools, task },
      answer,
      failures,
      steps: ['encode'],
      inputPath,
      tools: Object.values(tools),
      maxToolBytes: MAX_TOOL_BYTES,
      maxMadeBytes: MAX_MADE_BYTES,
      workDir,
      maxMemoryBytes: MAX_MEMORY_BYTES,
      timeoutMs,
      signal,
      user,
      onProgress,
    })
  } catch (error) {
    throw fault(error)
  }
}
