import { fileURLToPath } from 'node:url'
import type { ModelFacts, ModelReport } from '@toile/contracts/models'
import { InputFailure } from '@toile/contracts/failures'
import { IsolatedCrash, runIsolated } from '../sandbox.js'
import type { ModelFormat } from './formats.js'

const MAX_MEMORY_BYTES = 3 * 2 ** 30
const TIMEOUT_MS = 5 * 60_000

export interface PreparedModel {
  /** The optimised GLB; `sha256` in hex. */
  web: { path: string; bytes: number; sha256: string }
  report: ModelReport
  facts: ModelFacts
}

export interface PrepareModel {
  path: string
  format: ModelFormat
  /** An empty folder, given to `user`; web.glb is written there. */
  workDir: string
  signal?: AbortSignal | undefined
  /** Who looks at the file when we are root. */
  user?: { uid: number; gid: number } | undefined
  /** Steps in order: unpack, guard, validate, optimise, measure, write; `fraction` is 0 to 1 within the step. */
  onProgress?: ((step: string, fraction: number) => void) | undefined
}

/**
 * Makes the web version of an uploaded 3D file, in a child process of its own (3 GB, 5 minutes at most).
 * @throws InputFailure for a file that cannot be used, the signal's reason when cancelled, Error for a fault of ours
 */
export async function prepareModel({
  path,
  format,
  workDir,
  signal,
  user,
  onProgress,
}: PrepareModel): Promise<PreparedModel> {
  try {
    return await runIsolated({
      script: fileURLToPath(new URL('./prepare-child.js', import.meta.url)),
      args: { format, workDir },
      inputPath: path,
      workDir,
      maxMemoryBytes: MAX_MEMORY_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
      user,
      onProgress,
    })
  } catch (error) {
    // gltf-validator and V8 end the process on what no guard foresaw: the file's fault, not worth a retry.
    if (error instanceof IsolatedCrash) throw new InputFailure('MODEL_DAMAGED', { detail: 'it stopped the reader' })
    throw error
  }
}
