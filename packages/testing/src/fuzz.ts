import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import type { Test } from 'tap'

// Made-up input against what takes it from strangers: so many inputs in `npm test`, where each run tries the same, and for
// as long as one likes in `npm run fuzz`, where each run tries others.

/** One way in. */
export interface Target<T> {
  /** Tried first, each by the name of what it was: every crash that was found has its place here. */
  kept: Readonly<Record<string, T>>
  made: fc.Arbitrary<T>
  /** Throws where the input is not handled as it should be. */
  handle: (input: T) => unknown
  /** Inputs that `npm test` makes up; `npm run fuzz` goes on until its time is over. */
  runs: number
}

/** As `npm run fuzz` sets them: seconds for each target, and the seed of a run that is to be repeated. */
const env = (name: 'FUZZ_SECONDS' | 'FUZZ_SEED') => (process.env[name] ? Number(process.env[name]) : undefined)
const SEED = 1

/**
 * Tries what is kept, then what is made up. A failing input is shrunk, and reported with
 * the seed that finds it again; bytes lie in test-results/fuzz then.
 */
export async function fuzz<T>(t: Test, { kept, made, handle, runs }: Target<T>): Promise<void> {
  for (const [name, input] of Object.entries(kept))
    try {
      await handle(input)
    } catch (error) {
      t.fail(`kept: ${name}`, { found: String((error as Error).stack) })
    }
  const longSeconds = env('FUZZ_SECONDS')
  const seed = env('FUZZ_SEED') ?? (longSeconds ? Math.floor(Math.random() * 2 ** 31) : SEED)
  // Told beforehand: what never comes back tells nothing.
  if (longSeconds) t.comment(`fuzz: seed ${seed} ...`)
  let last: Promise<unknown> = Promise.resolve()
  const property = fc.asyncProperty(made, async (input) => void (await (last = Promise.resolve(handle(input)))))
  const run = await fc.check(property, {
    seed,
    ...(longSeconds
      ? { numRuns: 2 ** 31 - 1, interruptAfterTimeLimit: longSeconds * 1_000, markInterruptAsFailure: false }
      : { numRuns: runs }),
  })
  // When the time is over, fast-check leaves the last input to itself.
  await last.catch(() => {})
  t.comment(`fuzz: ${Object.keys(kept).length} kept and ${run.numRuns} others tried, seed ${run.seed}`)
  if (!run.counterexample) return void t.pass(`${run.numRuns} inputs were handled`)
  t.fail('an input that is not handled', {
    again: `npm run fuzz -- --seed ${run.seed}`,
    input: await shown(run.counterexample[0], run.seed),
    found: String((run.errorInstance as Error | null)?.stack ?? run.errorInstance),
  })
}

// Before a test goes into a folder of its own.
const folder = path.resolve('test-results/fuzz')

async function shown(input: unknown, seed: number): Promise<string> {
  if (!Buffer.isBuffer(input)) return fc.stringify(input).slice(0, 4_000)
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${seed}-${input.length}.bin`)
  await writeFile(file, input)
  return `${input.length} bytes in ${file}: ${input.subarray(0, 2_000).toString('base64')}`
}
