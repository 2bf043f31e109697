import { spawn } from 'node:child_process'
import { InputFailure } from '@toile/contracts/failures'

/** Of addresses, of which 4K on one thread uses 0.7 GB. */
export const MAX_TOOL_BYTES = 2 * 2 ** 30
/** The kernel holds the tool to it; macOS knows no such limit, and goes on without. */
const LIMITED = `ulimit -v ${MAX_TOOL_BYTES / 1024} 2>/dev/null; exec "$0" "$@"`
const KEPT_CHARS = 100_000
/** Faults of the machine or of an ffmpeg that lacks a part; everything else it stumbles over is the file's. */
const OURS = /No space left|Unknown encoder|No such filter|Unrecognized option|Permission denied/
/** How the shell ends where the program is not there, cannot be run, or misses a library. */
const notStarted = [126, 127]

interface Output {
  stdout: string
  /** Faults that it went on after. */
  stderr: string
}

/** What `-progress` says again and again. */
export interface Progress {
  /** Pictures written so far. */
  frames: number
  /** Up to where, in the time of the video. */
  seconds: number
}

/**
 * Runs ffmpeg or ffprobe in the present folder, from within a child of runIsolated(): so it has no network, no rights,
 * and ends with the child's process group. Resolves with the last of what it wrote.
 * @throws InputFailure VIDEO_DAMAGED, PROCESSING_OUT_OF_MEMORY; Error for a fault of ours
 */
export function runTool(program: string, args: string[], onProgress?: (progress: Progress) => void): Promise<Output> {
  const child = spawn('/bin/sh', ['-c', LIMITED, program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout = (stdout + text).slice(-KEPT_CHARS)
    if (onProgress) onProgress(progressOf(stdout))
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-KEPT_CHARS)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve({ stdout, stderr })
      else if (signal === 'SIGKILL' || /Cannot allocate memory/.test(stderr))
        reject(new InputFailure('PROCESSING_OUT_OF_MEMORY'))
      else if (code !== null && (notStarted.includes(code) || OURS.test(stderr)))
        reject(new Error(`${program}: ${stderr.slice(-2_000)}`))
      // A decoder that dies on what no guard foresaw is the file's fault as well.
      else reject(new InputFailure('VIDEO_DAMAGED'))
    })
  })
}

/** The last of the reports in what ffmpeg wrote. */
export function progressOf(text: string): Progress {
  const last = (name: string) => Number(new RegExp(`.*^${name}=(-?\\d+)`, 'ms').exec(text)?.[1] ?? 0)
  return { frames: Math.max(0, last('frame')), seconds: Math.max(0, last('out_time_us') / 1e6) }
}
