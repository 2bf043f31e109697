import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { InputFailure } from '@toile/contracts/failures'

/**
 * Limit on resident memory. A demo dress at 512 x 683 px on two cores took 0.7 GB of resident memory and 1.8 GB of
 * address space. The limit on address space (`ulimit -v`, not on macOS) is larger by 0.5 GB per core, because each
 * thread reserves 0.5 GB without using it.
 */
export const MAX_BLENDER_BYTES = 6 * 2 ** 30
const MAX_ADDRESSES_KB = MAX_BLENDER_BYTES / 1024 + availableParallelism() * 2 ** 19
const LIMITED = `ulimit -v ${MAX_ADDRESSES_KB} 2>/dev/null; exec "$0" "$@"`
const KEPT_CHARS = 8_000
const SAMPLE = /\| Sample (\d+)\/(\d+)/
const SHOWN = /^\| Shown (\d+)$/

/**
 * Runs Blender with a Python script in the current folder. Call runBlender() only in a child of runIsolated(). Such a
 * child has no network and no privileges, and runIsolated() kills its whole process group.
 * @param hears `sample` gets the samples begun and their total (about five calls for 64), also while a preview is made.
 * `shown` gets the sample count of a preview when Blender has written its light.
 * @throws InputFailure PROCESSING_OUT_OF_MEMORY; for other failures, Error with the end of Blender's output
 */
export function runBlender(
  blender: string,
  script: string,
  hears: { sample: (begun: number, of: number) => void; shown: (samples: number) => void },
): Promise<void> {
  const args = ['-b', '--factory-startup', '-noaudio', '--python-exit-code', '3', '--python', script]
  const child = spawn('/bin/sh', ['-c', LIMITED, blender, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  let line = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-KEPT_CHARS)
    const lines = (line + text).split('\n')
    line = lines.pop() ?? ''
    for (const each of lines) {
      const [, begun, of] = SAMPLE.exec(each) ?? []
      if (begun) hears.sample(Number(begun), Number(of))
      const shown = SHOWN.exec(each)?.[1]
      if (shown) hears.shown(Number(shown))
    }
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-KEPT_CHARS)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else if (signal === 'SIGKILL' || /MemoryError|bad_alloc|[Mm]alloc returns null|Out of memory/.test(words))
        reject(new InputFailure('PROCESSING_OUT_OF_MEMORY'))
      else reject(new Error(`${blender} ended with ${signal ?? code}: ${words.slice(-2_000)}`))
    })
  })
}
