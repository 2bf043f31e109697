import { stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type, type Static } from 'typebox'
import { ModelFacts, ModelReport, type ModelCorrection, type ModelSource } from '@toile/contracts/models/models'
import { Enum, StrictObject } from '@toile/contracts/shapes'
import { uploadSteps } from '@toile/contracts/uploads/upload-steps.constants'
import { InputFailure, type FailureCode } from '@toile/contracts/failures'
import { childFolder, takeFile, type MadeFile } from '../made-files.js'
import { runIsolated, type IsolatedJob } from '../sandbox.js'
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
 * Limits of the child's total CPU time: `lookCpu` until the child reports the model's weight, `makeCpu` from then on.
 * The weight is roughly the unpacked size. Two million triangles (55 MB, or 8 MB packed) took 1.0 GB of memory and 17
 * to 27 s of CPU time on a busy machine, which takes twice the CPU time of an idle machine.
 */
const lookCpu = { baseMs: 10_000, msPerMegabyte: 400 }
const makeCpu = { baseMs: 30_000, msPerMegabyte: 1_000 }
const TIMEOUT_MS = 5 * 60_000

/** About twice the 500 MB of the largest upload. The largest garment also took 500 MB when unpacked. */
const MAX_WEIGHT_BYTES = 1024 * MB

const limitsOf = (bytes: number, cpu: typeof lookCpu): IsolatedLimits => ({
  maxMemoryBytes: Math.min(MAX_MEMORY_BYTES, BASE_MEMORY_BYTES + bytes * MEMORY_PER_BYTE),
  maxCpuMs: cpu.baseMs + (bytes / MB) * cpu.msPerMegabyte,
})

/** A packed or zipped model weighs more than its file. The child's report of the weight is bounded, not trusted. */
export const makingLimits = (fileBytes: number, weightBytes: number): IsolatedLimits =>
  limitsOf(Math.max(fileBytes, Math.min(MAX_WEIGHT_BYTES, weightBytes)), makeCpu)

/** The largest garment took 500 MB when unpacked. */
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

/** `foreign` lists a non-glTF model's files for the converter. A second child then prepares the converter's .glb. */
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
 * Answers about garments take 1 to 3 K characters, the longest error list takes 36 K, and the answer about the largest
 * accepted model (512 textures, 2,000 clips, 2,000 files) takes about 400 K.
 */
const MAX_ANSWER_CHARS = 2 ** 20

export type PreparedFile = MadeFile

export interface PreparedModel {
  web: PreparedFile
  /** The level shown first. Undefined if it would save too little, the model has too many parts, or making it fails. */
  preview: PreparedFile | undefined
  /** For Android's AR viewer. Undefined if the viewer reads `web`, the model has too many parts, or making it fails. */
  ar: PreparedFile | undefined
  report: ModelReport
  facts: ModelFacts
}

export class NoFfmpegError extends Error {
  override name = 'NoFfmpegError'
  override message = 'ffmpeg is not installed (yet)'
}

export type Convert = (files: ForeignFiles & { outPath: string }) => Promise<ModelSource>

export interface PrepareModel extends IsolatedJob {
  path: string
  format: ModelFormat
  /** Name of the upload. In an archive, a model with this name is preferred. */
  name: string
  correction?: ModelCorrection | undefined
  convert: Convert
  /** Path of ffmpeg, which converts BMP, TIFF, TGA, PSD, DDS and EXR textures. Undefined if ffmpeg is missing. */
  ffmpeg: string | undefined
  /** Steps: unpack, guard, convert (if not glTF), validate, optimise, measure, write. `fraction`: 0 to 1 in each. */
  onProgress?: ((step: string, fraction: number) => void) | undefined
}

/**
 * Makes the model's levels in a child process. A non-glTF model is converted between two children: the first guards
 * the model, and the second makes the levels of the converted .glb. A child has 5 minutes. Its memory (1 to 3 GB) and
 * CPU time depend on the file's size and, once the child has reported the model's weight, also on the weight.
 * @throws InputFailure for an unusable file; NoFfmpegError when a texture needs ffmpeg and it is missing; the signal's
 * reason when cancelled; Error for a server fault
 */
export async function prepareModel(job: PrepareModel): Promise<PreparedModel> {
  const { format, name, correction, ffmpeg } = job
  const first = await runChild(job, job.path, { format, name, correction, ffmpeg })
  if ('needs' in first) throw new NoFfmpegError()
  if ('prepared' in first) return takeLevels(job, first.prepared)
  job.onProgress?.('convert', 0)
  // This path lies outside the child's folder, because a symlink in that folder could redirect the worker's write.
  const outPath = path.join(job.workDir, 'converted.glb')
  const { names, ...foreign } = first.foreign
  const files = names.map((name, index) => ({ name, path: path.join(childFolder(job.workDir), partFile(index)) }))
  const source = await job.convert({ ...foreign, files, outPath })
  const second = await runChild(job, outPath, {
    ...{ format: 'glb', name, correction, ffmpeg, source },
    archive: first.archive,
    textures: first.textures,
  }).catch((error: unknown) => {
    // The converter wrote this .glb, so its faults are not the creator's.
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

/** Faults of the .glb that we wrote. Omits MODEL_TOO_COMPLEX and MODEL_EMPTY, because the original may cause them. */
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
      // The second child repeats steps that were reported before the conversion, but progress must never go back.
      onProgress: (step, fraction) => {
        if (!args.source || (step !== 'unpack' && step !== 'guard')) onProgress?.(step, fraction)
      },
    })
  } catch (error) {
    // If gltf-validator or V8 crashes, the file is at fault and a retry would not help.
    if (error instanceof SandboxError) throw damaged('it stopped the reader')
    throw error
  }
}
