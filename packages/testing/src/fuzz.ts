import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import type { Test } from '@tapjs/test'

// This file feeds random input to code that reads untrusted data. `npm test` tries a fixed number of inputs, which are
// the same each time. `npm run fuzz` tries new inputs for a given time.

export interface Target<T> {
  /** Inputs of past crashes by name. They are tried first. */
  kept: Readonly<Record<string, T>>
  made: fc.Arbitrary<T>
  handle: (input: T) => unknown
  /** Number of inputs in `npm test`. `npm run fuzz` has a time limit instead. */
  runs: number
}

/** `npm run fuzz` sets these variables: the seconds per target, and the seed if a run is repeated. */
const env = (name: 'FUZZ_SECONDS' | 'FUZZ_SEED') => (process.env[name] ? Number(process.env[name]) : undefined)
const SEED = 1

/**
 * Tries the kept inputs, then random inputs. A random input that fails is shrunk and reported with the seed that
 * repeats it. If this input is a Buffer, it is saved to test-results/fuzz.
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
  // The seed is logged first, in case the run never ends.
  if (longSeconds) t.comment(`fuzz: seed ${seed} ...`)
  let last: Promise<unknown> = Promise.resolve()
  const property = fc.asyncProperty(made, async (input) => void (await (last = Promise.resolve(handle(input)))))
  const run = await fc.check(property, {
    seed,
    ...(longSeconds
      ? { numRuns: 2 ** 31 - 1, interruptAfterTimeLimit: longSeconds * 1_000, markInterruptAsFailure: false }
      : { numRuns: runs }),
  })
  // When the time limit is reached, fast-check does not await the last input.
  await last.catch(() => {})
  t.comment(`fuzz: ${Object.keys(kept).length} kept and ${run.numRuns} others tried, seed ${run.seed}`)
  if (!run.counterexample) return void t.pass(`${run.numRuns} inputs were handled`)
  t.fail('an input that is not handled', {
    again: `npm run fuzz -- --seed ${run.seed}`,
    input: await shown(run.counterexample[0], run.seed),
    found: String((run.errorInstance as Error | null)?.stack ?? run.errorInstance),
  })
}

// The path is resolved at import, before a test changes the working folder.
const folder = path.resolve('test-results/fuzz')

async function shown(input: unknown, seed: number): Promise<string> {
  if (!Buffer.isBuffer(input)) return fc.stringify(input).slice(0, 4_000)
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${seed}-${input.length}.bin`)
  await writeFile(file, input)
  return `${input.length} bytes in ${file}: ${input.subarray(0, 2_000).toString('base64')}`
}
