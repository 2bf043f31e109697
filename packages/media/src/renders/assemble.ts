import { fileURLToPath } from 'node:url'
import type { Piece, RenderSettings } from '@toile/contracts/renders/render-plan'
import { Type, type Static } from 'typebox'
import { Enum, StrictObject } from '@toile/contracts/shapes'
import { giveFile, givenFile, takeBytes } from '../made-files.js'
import { runIsolated, type IsolatedJob } from '../sandbox.js'
import { SandboxError } from '../sandbox-error.js'
import { MAX_TOOL_BYTES } from '../videos/run-tool.js'

/** Twice what a picture of 4096 x 4096 px needs, including the float sums of its samples. */
const MAX_MEMORY_BYTES = 1.5 * 2 ** 30
/** This time is enough for the 120 frames of a film on a busy machine. */
const TIMEOUT_MS = 600_000

export interface AssembleRender extends IsolatedJob {
  settings: RenderSettings
  pieces: readonly (Piece & { path: string })[]
  ffmpeg: string | undefined
}

/** Limit per output. A PNG of 4096 x 4096 px may take 64 MB, and a zip of a spin's frames a few hundred MB. */
const MAX_BYTES = 2 ** 29
/** Limit of all outputs, which are held in memory. Twelve 4096 px squares as PNG and WebP take 1 GB. */
const MAX_OUTPUT_BYTES = 3 * 2 ** 29
const Side = Type.Integer({ minimum: 1, maximum: 65_535 })

const MadeOutput = StrictObject({
  name: Type.String({ pattern: '^[\\w-]{1,40}(\\.(png|webp))?$' }),
  width: Side,
  height: Side,
  extension: Enum(['png', 'webp', 'mp4', 'zip']),
  file: Type.String({ maxLength: 100 }),
})
export type MadeOutput = Static<typeof MadeOutput>

export interface RenderOutput extends Omit<MadeOutput, 'file'> {
  bytes: Buffer
}

const pieceFile = (i: number) => `piece-${i}.png`

/**
 * Makes PNG and WebP of each still or view, WebP frames and a zip for a spin or turntable, and a film for a turntable.
 * @throws InputFailure PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY; SandboxError when the child crashes or breaks the
 * rules; the signal's reason when cancelled; Error for a server fault
 */
export async function assembleRender({
  settings,
  pieces,
  workDir,
  ffmpeg,
  signal,
  user,
}: AssembleRender): Promise<RenderOutput[]> {
  for (const [i, piece] of pieces.entries()) await giveFile(workDir, piece.path, pieceFile(i), user)
  const made = await runIsolated({
    script: fileURLToPath(new URL('./assemble-child.js', import.meta.url)),
    args: {
      settings,
      pieces: pieces.map(({ path: _, ...piece }, i) => ({ ...piece, file: givenFile(pieceFile(i)) })),
      ffmpeg,
    },
    answer: Type.Array(MadeOutput, { maxItems: 1_000 }),
    failures: ['PROCESSING_OUT_OF_MEMORY'],
    inputPath: pieces[0]!.path,
    tools: [ffmpeg],
    maxToolBytes: MAX_TOOL_BYTES,
    workDir,
    maxMemoryBytes: MAX_MEMORY_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal,
    user,
  })
  if (new Set(made.map(({ name }) => name)).size < made.length) throw new SandboxError('two outputs have the same name')
  const outputs: RenderOutput[] = []
  let left = MAX_OUTPUT_BYTES
  for (const { file, ...output } of made) {
    const bytes = await takeBytes(workDir, file, { kind: output.extension, maxBytes: Math.min(left, MAX_BYTES) })
    left -= bytes.length
    outputs.push({ ...output, bytes })
  }
  return outputs
}
