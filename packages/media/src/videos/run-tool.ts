import { spawn } from 'node:child_process'
import { InputFailure } from '@toile/contracts/failures'

/** Limit on address space. A 4K video on one thread uses 0.7 GB. */
export const MAX_TOOL_BYTES = 2 * 2 ** 30
const LIMITED = `ulimit -v ${MAX_TOOL_BYTES / 1024} 2>/dev/null; exec "$0" "$@"`
const KEPT_CHARS = 100_000
/** Messages about a fault of the machine or an incomplete ffmpeg. runTool() does not blame the file for these. */
const OURS = /No space left|Unknown encoder|No such filter|Unrecognized option|Permission denied/
/** Shell exit codes for a program that cannot be run (126), or that is missing or lacks a library (127). */
const notStarted = [126, 127]

interface Output {
  stdout: string
  /** Errors that did not stop the tool. */
  stderr: string
}

export interface Progress {
  frames: number
  seconds: number
}

/**
 * Runs a media tool. Call runTool() only from a child of runIsolated(), which kills the process group at the end and,
 * as far as the host allows, removes network and rights.
 * @throws InputFailure VIDEO_DAMAGED, PROCESSING_OUT_OF_MEMORY; Error for a server fault
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
      // A decoder crash is the file's fault too.
      else reject(new InputFailure('VIDEO_DAMAGED'))
    })
  })
}

export function progressOf(text: string): Progress {
  const last = (name: string) => Number(new RegExp(`.*^${name}=(-?\\d+)`, 'ms').exec(text)?.[1] ?? 0)
  return { frames: Math.max(0, last('frame')), seconds: Math.max(0, last('out_time_us') / 1e6) }
}
