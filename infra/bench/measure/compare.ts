import { loadavg } from 'node:os'
import { median } from './median.js'
import { machineProcessorSeconds } from './processor.js'

/** Rounds that count, after one warm-up round. */
const ROUNDS = 7

export interface Sample {
  value: number
  /** Processor seconds per unit of work. By default, all that the machine used during the run. */
  processorSeconds?: number
}

/** What is measured: Toile (`subject`), the least work possible (`baseline`), or another implementation (`peer`). */
export interface Contender {
  name: string
  kind: 'subject' | 'baseline' | 'peer'
  /** @param isWarmUp whether the run does not count, so that its samples belong in no other figure either */
  run(isWarmUp: boolean): Promise<Sample>
  /** Goal for the ratio subject / this contender. It is a minimum where more is better, and else a maximum. */
  goal?: number
}

/** Exactly one contender is the subject. */
export interface Comparison {
  /** The work with its size, such as `500 MB through tus`. */
  what: string
  unit: string
  better: 'more' | 'less'
  /** What one run produces, such as `GB` or `picture`. Processor seconds are given per unit of this work. */
  work?: { unit: string; count: number }
  contenders: readonly Contender[]
  rounds?: number
}

export interface Figure {
  what: string
  value: number
  unit: string
  atLeast?: number
  atMost?: number
}

export interface Compared {
  what: string
  unit: string
  better: 'more' | 'less'
  rounds: number
  /** Load average before and after the runs. The second value includes the load of the contenders themselves. */
  load: readonly [number, number]
  contenders: readonly {
    name: string
    kind: Contender['kind']
    median: number
    min: number
    max: number
    processor?: { seconds: number; a: string }
  }[]
  /**
   * For each contender except the subject, the median over all rounds of the ratio subject / contender. The two runs
   * of a ratio belong to the same round, because runs of one round are close in time.
   */
  ratios: readonly Figure[]
}

/** The contenders take turns, so that slow changes of the machine affect all alike. Throws a failed run's error. */
export async function compare(comparison: Comparison): Promise<Compared> {
  const { what, unit, better, work, contenders, rounds = ROUNDS } = comparison
  const before = loadavg()[0]!
  const samples = contenders.map((): Sample[] => [])
  for (let round = 0; round <= rounds; round++)
    for (let turn = 0; turn < contenders.length; turn++) {
      const at = (round + turn) % contenders.length
      const began = machineProcessorSeconds()
      const sample = await contenders[at]!.run(round === 0)
      const processorSeconds = sample.processorSeconds ?? (machineProcessorSeconds() - began) / (work?.count ?? 1)
      if (round > 0) samples[at]!.push({ ...sample, processorSeconds })
    }
  const subject = samples[contenders.findIndex(({ kind }) => kind === 'subject')]!
  return {
    what,
    unit,
    better,
    rounds,
    load: [before, loadavg()[0]!],
    contenders: contenders.map(({ name, kind }, at) => {
      const values = samples[at]!.map(({ value }) => value)
      const seconds = median(samples[at]!.map(({ processorSeconds }) => processorSeconds!))
      const figures = { median: median(values), min: Math.min(...values), max: Math.max(...values) }
      return { name, kind, ...figures, ...(work && { processor: { seconds, a: work.unit } }) }
    }),
    ratios: contenders.flatMap(({ name, kind, goal }, at) =>
      kind === 'subject'
        ? []
        : [
            {
              what: `against ${name}`,
              value: median(samples[at]!.map(({ value }, round) => subject[round]!.value / value)),
              unit: '×',
              ...(goal !== undefined && (better === 'more' ? { atLeast: goal } : { atMost: goal })),
            },
          ],
    ),
  }
}

export function isReached({ value, atLeast, atMost }: Figure): boolean | undefined {
  if (atLeast === undefined && atMost === undefined) return undefined
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}
