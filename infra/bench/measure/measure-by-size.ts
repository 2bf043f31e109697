import { median } from './median.js'
import type { Plot } from '../report/plot.js'

/** Each point of a plot is the median of this many runs. */
const ROUNDS = 3

export interface SizedMeasurement {
  name: string
  run(size: number): Promise<number>
}

/** Calls `prepare` for each size, to grow the data. Then the measurements take turns. Throws a failed run's error. */
export async function measureBySize(
  sizes: readonly number[],
  growing: readonly SizedMeasurement[],
  prepare: (size: number) => Promise<unknown> = async () => {},
): Promise<Plot['series']> {
  const series = growing.map(({ name }) => ({ name, points: [] as [number, number][] }))
  for (const size of sizes) {
    await prepare(size)
    const values = growing.map((): number[] => [])
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, { run }] of growing.entries()) values[at]!.push(await run(size))
    for (const [at, { points }] of series.entries()) points.push([size, median(values[at]!)])
  }
  return series
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}
