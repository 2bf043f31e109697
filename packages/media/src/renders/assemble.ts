import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Piece, RenderSettings } from '@toile/contracts/render-plan'
import { runIsolated } from '../sandbox.js'
import type { AssembleArgs, MadeOutput } from './assemble-child.js'

/** A 4096 px square and the float sums of its samples, twice. */
const MAX_MEMORY_BYTES = 1.5 * 2 ** 30
/** 120 frames of a film on a busy machine. */
const TIMEOUT_MS = 600_000

export interface AssembleRender {
  settings: RenderSettings
  /** All of them, as PNG. */
  pieces: readonly (Piece & { path: string })[]
  /** An empty folder but for the pieces, given to `user`; what is made is written there. */
  workDir: string
  /** Only a film needs it. */
  ffmpeg: string | undefined
  signal?: AbortSignal | undefined
  /** Who looks at the pictures when we are root. */
  user?: { uid: number; gid: number } | undefined
}

export interface RenderOutput {
  /** Unique in its render, and what the file is called. */
  name: string
  width: number
  height: number
  extension: 'png' | 'webp' | 'mp4' | 'zip'
  bytes: Buffer
}

/**
 * Puts the pieces of a render together, in a child process of its own: PNG and WebP of each picture; of a turntable the
 * film and its frames; of a spin the frames; frames are there as a zip as well.
 * @throws InputFailure PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY; the signal's reason; Error for a fault of ours
 */
export async function assembleRender({
  settings,
  pieces,
  workDir,
  ffmpeg,
  signal,
  user,
}: AssembleRender): Promise<RenderOutput[]> {
  const made = await runIsolated<AssembleArgs, MadeOutput[]>({
    script: fileURLToPath(new URL('./assemble-child.js', import.meta.url)),
    args: {
      settings,
      pieces: pieces.map(({ path: from, ...piece }) => ({ ...piece, file: path.basename(from) })),
      ffmpeg,
    },
    inputPath: pieces[0]!.path,
    workDir,
    maxMemoryBytes: MAX_MEMORY_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal,
    user,
  })
  return Promise.all(
    made.map(async ({ file, ...output }) => ({ ...output, bytes: await readFile(path.join(workDir, file)) })),
  )
}
