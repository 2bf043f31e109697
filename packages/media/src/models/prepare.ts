import { stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type, type Static } from 'typebox'
import { ModelFacts, ModelReport, type ModelCorrection, type ModelSource } from '@toile/contracts/models/models'
import { Enum, StrictObject } from '@toile/contracts/shapes'
import { uploadSteps } from '@toile/contracts/uploads/upload-steps.constants'
import { InputFailure, type FailureCode } from '@toile/contracts/failures'
import { childFolder, takeFile, type MadeFile } from '../made-files.js'
import { runIsolated } from '../sandbox.js'
import { SandboxError } from '../sandbox-error.js'
import type { IsolatedLimits } from '../sandbox-use.js'
import { MAX_TOOL_BYTES } from '../videos/run-tool.js'
import type { ForeignFiles } from './foreign/foreign.js'
import { levelFiles } from './levels/level-files.js'
import { partFile } from './foreign/part-file.js'
import { foreignFormats, type ModelFormat } from './formats.js'
import { damaged } from './package.js'
import type { PrepareArgs } from './prepare-child.js'

const MB = 2 ** 20
const BASE_MEMORY_BYTES = 1024 * MB
const MEMORY_PER_BYTE = 6
const MAX_MEMORY_BYTES = 3072 * MB
/**
 * Of the processor, to be looked at and to be made ready. A garment of two million triangles (55 MB, or 8 MB packed) has
 * taken 1.0 GB and 17 to 27 s on a machine with much else to do, where each second of work is counted as two.
 */
const lookCpu = { baseMs: 10_000, msPerMegabyte: 400 }
const makeCpu = { baseMs: 30_000, msPerMegabyte: 1_000 }
/** By the clock, on a machine that has much else to do. */
const TIMEOUT_MS = 5 * 60_000

/** Twice the largest file: a garment of that size was 500 MB unpacked. */
const MAX_WEIGHT_BYTES = 1024 * MB

const limitsOf = (bytes: number, cpu: typeof lookCpu): IsolatedLimits => ({
  maxMemoryBytes: Math.min(MAX_MEMORY_BYTES, BASE_MEMORY_BYTES + bytes * MEMORY_PER_BYTE),
  maxCpuMs: cpu.baseMs + (bytes / MB) * cpu.msPerMegabyte,
})

/** Packed, or in a .zip, a model is heavier than its file; how much so is what the child says. */
export const makingLimits = (fileBytes: number, weightBytes: number): IsolatedLimits =>
  limitsOf(Math.max(fileBytes, Math.min(MAX_WEIGHT_BYTES, weightBytes)), makeCpu)

/** Of a level. A garment of the largest size was 500 MB unpacked. */
const MAX_LEVEL_BYTES = 2 ** 30

const Words = Type.String({ maxLength: 100_000 })
const Listed = Type.Array(Words, { maxItems: 10_000 })
const ModelArchive = StrictObject({
  model: Words,
  otherModels: Listed,
  leftAside: Listed,
  leftAsideCount: Type.Integer(),
})
const TextureNotes = StrictObject({
  missing: Listed,
  unreadable: Listed,
  substituted: Type.Array(StrictObject({ named: Words, used: Words }), { maxItems: 10_000 }),
})
const FileNumber = Type.Integer({ minimum: 0, maximum: 100_000 })

/**
 * What the child answers. A model of another format comes back as files for the converter, which lie in the child's folder,
 * and again as the .glb made of them. The levels lie there under names of their own.
 */
const PrepareAnswer = Type.Union([
  StrictObject({
    foreign: StrictObject({
      format: Enum(foreignFormats),
      names: Type.Array(Words, { minItems: 1, maxItems: 10_000 }),
      materials: Type.Array(FileNumber, { maxItems: 10_000 }),
      references: Type.Array(Type.Tuple([Words, Type.Union([FileNumber, Type.Null()])]), { maxItems: 100_000 }),
      missing: Listed,
    }),
    archive: Type.Optional(ModelArchive),
    textures: TextureNotes,
  }),
  StrictObject({
    prepared: StrictObject({
      hasPreview: Type.Boolean(),
      hasAr: Type.Boolean(),
      report: ModelReport,
      facts: ModelFacts,
    }),
  }),
  StrictObject({ needs: Type.Literal('ffmpeg') }),
])
export type PrepareAnswer = Static<typeof PrepareAnswer>

const failures = [
  'NOT_A_MODEL',
  'MODEL_DAMAGED',
  'MODEL_TOO_COMPLEX',
  'MODEL_EMPTY',
  'MODEL_EXTENSION_UNSUPPORTED',
  'MODEL_FILE_MISSING',
  'MODEL_EXTERNAL_REFERENCE',
  'MODEL_VERSION_UNSUPPORTED',
  'MODEL_FORMAT_UNSUPPORTED',
  'MODEL_IMAGE_REFUSED',
  'PREPARATION_FAULT',
  'ARCHIVE_DAMAGED',
  'ARCHIVE_REFUSED',
  'ARCHIVE_WITHOUT_MODEL',
  'ARCHIVE_INSIDE_ARCHIVE',
] as const

/**
 * Garments have 1 to 3 k, a file with the most errors that are kept 36 k. With 512 textures, 2,000 clips and an archive of
 * 2,000 files, which is as much as is taken, some 400 k.
 */
const MAX_ANSWER_CHARS = 2 ** 20

/** A GLB. */
export type PreparedFile = MadeFile

export interface PreparedModel {
  /** The smallest of: as it came, optimised, optimised and packed. */
  web: PreparedFile
  /** What is shown first; undefined where the web version is small by itself. */
  preview: PreparedFile | undefined
  /** For Android's AR viewer; undefined where the web version will do. */
  ar: PreparedFile | undefined
  report: ModelReport
  facts: ModelFacts
}

/** A picture of the model can only be read by ffmpeg, which is not there. */
export class NoFfmpegError extends Error {
  override name = 'NoFfmpegError'
  override message = 'ffmpeg is not installed (yet)'
}

/** Makes a .glb at `outPath` of guarded files in another format. @throws InputFailure */
export type Convert = (files: ForeignFiles & { outPath: string }) => Promise<ModelSource>

export interface PrepareModel {
  path: string
  format: ModelFormat
  /** What its creator called it: of several models in an archive, one of that name is shown. */
  name: string
  correction?: ModelCorrection | undefined
  /** A folder of its own; the levels are found there. */
  workDir: string
  /** For formats other than glTF. */
  convert: Convert
  /** Where ffmpeg lies, for pictures that glTF does not have; undefined where there is none. */
  ffmpeg: string | undefined
  signal?: AbortSignal | undefined
  /** Who looks at the file when we are root. */
  user?: { uid: number; gid: number } | undefined
  /** Steps in order: unpack, guard, (convert,) validate, optimise, measure, write; `fraction` is 0 to 1 within it. */
  onProgress?: ((step: string, fraction: number) => void) | undefined
}

/**
 * Makes the web version of an uploaded 3D file, in a child process of its own: with memory and
 * time by its size while it is guarded, then by its weight (1 to 3 GB, 5 minutes at most). A model of another format than glTF
 * is guarded there first, converted, and then treated as the .glb that it has become.
 * @throws InputFailure for a file that cannot be used, NoFfmpegError for one whose pictures need it, the signal's reason when
 *   cancelled, Error for a fault of ours
 */
export async function prepareModel(job: PrepareModel): Promise<PreparedModel> {
  const { format, name, correction, ffmpeg } = job
  const first = await runChild(job, job.path, { format, name, correction, ffmpeg })
  if ('needs' in first) throw new NoFfmpegError()
  if ('prepared' in first) return takeLevels(job, first.prepared)
  job.onProgress?.('convert', 0)
  // Beside the child's folder: what the worker writes there could be led elsewhere.
  const outPath = path.join(job.workDir, 'converted.glb')
  const { names, ...foreign } = first.foreign
  const files = names.map((name, index) => ({ name, path: path.join(childFolder(job.workDir), partFile(index)) }))
  const source = await job.convert({ ...foreign, files, outPath })
  const second = await runChild(job, outPath, {
    ...{ format: 'glb', name, correction, ffmpeg, source },
    archive: first.archive,
    textures: first.textures,
  }).catch((error: unknown) => {
    // We wrote it: what is wrong with it is not its creator's doing.
    if (!(error instanceof InputFailure) || !wrongInOurs.has(error.code)) throw error
    throw new InputFailure('CONVERSION_FAULT', { format: foreign.format.toUpperCase() }, { cause: error })
  })
  if (!('prepared' in second)) throw new Error('a converted model is no glTF')
  return takeLevels(job, second.prepared)
}

async function takeLevels(
  { workDir }: PrepareModel,
  { hasPreview, hasAr, report, facts }: Extract<PrepareAnswer, { prepared: object }>['prepared'],
): Promise<PreparedModel> {
  const take = (name: string) =>
    takeFile(workDir, name, { kind: 'glb', maxBytes: MAX_LEVEL_BYTES }).catch((error: unknown) => {
      throw error instanceof SandboxError ? damaged('it stopped the reader') : error
    })
  return {
    web: await take(levelFiles.web),
    preview: hasPreview ? await take(levelFiles.preview) : undefined,
    ar: hasAr ? await take(levelFiles.ar) : undefined,
    report,
    facts,
  }
}

/** Of a .glb that we converted; that it is too much, or empty, may well be so in the file that it came from. */
const wrongInOurs = new Set<FailureCode>([
  'MODEL_DAMAGED',
  'MODEL_EXTENSION_UNSUPPORTED',
  'MODEL_EXTERNAL_REFERENCE',
  'MODEL_FILE_MISSING',
])

async function runChild(
  { workDir, signal, user, onProgress }: PrepareModel,
  inputPath: string,
  args: PrepareArgs,
): Promise<PrepareAnswer> {
  const { size } = await stat(inputPath)
  try {
    return await runIsolated({
      script: fileURLToPath(new URL('./prepare-child.js', import.meta.url)),
      args,
      answer: PrepareAnswer,
      maxAnswerChars: MAX_ANSWER_CHARS,
      failures,
      steps: uploadSteps.processed,
      inputPath,
      tools: [args.ffmpeg],
      maxToolBytes: MAX_TOOL_BYTES,
      workDir,
      ...limitsOf(size, lookCpu),
      limitsOf: (weightBytes) => makingLimits(size, weightBytes),
      timeoutMs: TIMEOUT_MS,
      signal,
      user,
      // Progress never goes back.
      onProgress: (step, fraction) => {
        if (!args.source || (step !== 'unpack' && step !== 'guard')) onProgress?.(step, fraction)
      },
    })
  } catch (error) {
    // gltf-validator and V8 end the process on what no guard foresaw: the file's fault, not worth a retry.
    if (error instanceof SandboxError) throw damaged('it stopped the reader')
    throw error
  }
}
