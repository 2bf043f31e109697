import { fileURLToPath } from 'node:url'
import type { CameraPose, CameraView, Appearance, Tile } from '@toile/contracts/models/appearance.constants'
import { RENDER_PREVIEW_SIDE_PX } from '@toile/contracts/renders/renders.constants'
import { Type, type Static, type TSchema } from 'typebox'
import { takeBytes } from '../made-files.js'
import { runIsolated, type IsolatedJob } from '../sandbox.js'
import type { Wall } from './develop.js'
import type { Light } from './light.js'
import { PICTURE, previewFile } from './names.js'
import { MAX_BLENDER_BYTES } from './run-blender.js'
import type { CyclesArgs } from './cycles-child.js'

const MAX_MEMORY_BYTES = 2 ** 30
const script = fileURLToPath(new URL('./cycles-child.js', import.meta.url))
/** Four times an uncompressed picture of 4096 x 4096 px with four channels of 8 bits. */
const MAX_PICTURE_BYTES = 2 ** 28
const preview = { kind: 'webp', maxBytes: 2 ** 24 } as const
const Seconds = Type.Union([Type.Number({ minimum: 0, maximum: 1e9 }), Type.Null()])
/** This time is enough for 2 million triangles and 16 textures on a busy machine. */
const PREPARE_TIMEOUT_MS = 120_000

export interface CyclesWork extends IsolatedJob {
  blender: string
}

export interface PreparedModel {
  /** Time of the pose within the clip. Null keeps the rest pose. */
  seconds: number | null
}

export interface CyclesDrawing {
  /** Size of the whole picture. Without `tile`, the whole picture is rendered. */
  width: number
  height: number
  tile?: Tile | undefined
  camera: CameraPose | (CameraView & { fov: number; margin: number })
  light: Light
  /** Exposure in stops. Each stop doubles the light. */
  exposure: number
  /** Null leaves the background transparent. */
  wall: Wall | null
  /** Upper bound of samples per pixel. Cycles takes fewer for pixels with little noise (adaptive sampling). */
  samples: number
}

/** @throws InputFailure PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY; the signal's reason if cancelled; else Error */
export async function prepareForCycles(
  work: IsolatedJob,
  modelPath: string,
  { colourway, animation }: Pick<Appearance, 'colourway' | 'animation'>,
): Promise<PreparedModel> {
  const args: CyclesArgs = { kind: 'prepare', look: { colourway, animation } }
  return { seconds: await run(work, args, Seconds, modelPath, PREPARE_TIMEOUT_MS) }
}

interface DrawWithCycles {
  timeoutMs: number
  onSample?: (done: number) => void
  onPreview?: ((picture: Buffer, samples: number) => void) | undefined
}

/** Sample counts of the previews. A count above half of the picture's samples is not used. */
const previewSamples = [1, 4, 16]

/**
 * Equal input gives equal pixels. A camera view is framed as fitCamera() in packages/scene frames it.
 * @throws errors of prepareForCycles()
 */
export async function drawWithCycles(
  work: CyclesWork,
  { seconds }: PreparedModel,
  { tile, ...drawing }: CyclesDrawing,
  { timeoutMs, onSample, onPreview }: DrawWithCycles,
): Promise<Buffer> {
  const whole = { x: 0, y: 0, width: drawing.width, height: drawing.height }
  const args: CyclesArgs = {
    kind: 'draw',
    blender: work.blender,
    drawing: { ...drawing, tile: tile ?? whole, previews: onPreview ? previewsOf(drawing) : [], seconds },
  }
  let shown = Promise.resolve()
  const wanted = new Set(args.drawing.previews.map(({ samples }) => samples))
  await run(work, args, Type.Null(), script, timeoutMs, (step, value) => {
    if (step === 'sample') return onSample?.(Math.floor(Math.min(1, value) * drawing.samples))
    // Each preview is taken only once. A compromised child may report it again, and each onPreview() stores a picture.
    if (!wanted.delete(value)) return
    shown = shown
      .then(async () => onPreview?.(await takeBytes(work.workDir, previewFile(value), preview), value))
      // A failed preview must not fail the picture.
      .catch(() => undefined)
  })
  await shown
  return takeBytes(work.workDir, PICTURE, { kind: 'png', maxBytes: MAX_PICTURE_BYTES })
}

function previewsOf({ width, height, samples }: Pick<CyclesDrawing, 'width' | 'height' | 'samples'>) {
  const scale = Math.min(1, RENDER_PREVIEW_SIDE_PX / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return previewSamples.filter((few) => few * 2 <= samples).map((few) => ({ ...size, samples: few }))
}

function run<Answer extends TSchema>(
  { workDir, signal, user }: IsolatedJob,
  args: CyclesArgs,
  answer: Answer,
  inputPath: string,
  timeoutMs: number,
  onProgress?: (step: string, value: number) => void,
): Promise<Static<Answer>> {
  return runIsolated<CyclesArgs, Answer>({
    script,
    args,
    answer,
    failures: ['PROCESSING_OUT_OF_MEMORY'],
    steps: ['sample', 'shown'],
    inputPath,
    tools: [args.kind === 'draw' ? args.blender : undefined],
    maxToolBytes: MAX_BLENDER_BYTES,
    workDir,
    maxMemoryBytes: MAX_MEMORY_BYTES,
    timeoutMs,
    signal,
    user,
    onProgress,
  })
}
