import { loadavg } from 'node:os'
import { median } from './median.js'
import { ownProcessorSeconds } from './processor.js'

/** Rounds that count, after one that does not: it pays for what is made once. */
const ROUNDS = 7

/** One run of a contender. */
export interface Sample {
  /** In the comparison's unit. */
  value: number
  /** Seconds of the processor that a unit of work cost, all processes together; as this one and its children when left out. */
  processorSeconds?: number
}

/** What is measured: Toile's own way (`subject`), the least that it could be (`baseline`), or how others do it (`peer`). */
export interface Contender {
  name: string
  kind: 'subject' | 'baseline' | 'peer'
  /** Does the work once. What it throws ends the comparison. */
  run(): Promise<Sample>
  /** What subject / this is to reach: at least that where more is better, at most where less is. */
  goal?: number
}

/** A comparison to make. Exactly one contender is the subject. */
export interface Comparison {
  /** What is done, with its size: `500 MB through tus`. */
  what: string
  /** Of the values: `MB/s`, `s`. */
  unit: string
  better: 'more' | 'less'
  /** What the processor's seconds are counted for, in one run: `GB`, `picture`. */
  work?: { unit: string; count: number }
  contenders: readonly Contender[]
  rounds?: number
}

/** A figure with what it was to reach. */
export interface Figure {
  what: string
  value: number
  unit: string
  atLeast?: number
  atMost?: number
}

/** What a comparison showed. */
export interface Compared {
  what: string
  unit: string
  better: 'more' | 'less'
  rounds: number
  /** The machine's load of the last minute, before and after: the contenders' own work is in the second. */
  load: readonly [number, number]
  contenders: readonly {
    name: string
    kind: Contender['kind']
    median: number
    min: number
    max: number
    /** Of a unit of work: seconds of the processor, and the unit. */
    processor?: { seconds: number; a: string }
  }[]
  /** The subject against each other one: the median of the ratios of the rounds, because a round's runs lie close together. */
  ratios: readonly Figure[]
}

/** Runs all contenders in turns, each round beginning with the next of them. Throws what a run throws. */
export async function compare(comparison: Comparison): Promise<Compared> {
  const { what, unit, better, work, contenders, rounds = ROUNDS } = comparison
  const before = loadavg()[0]!
  const samples = contenders.map((): Sample[] => [])
  for (let round = 0; round <= rounds; round++)
    for (let turn = 0; turn < contenders.length; turn++) {
      const at = (round + turn) % contenders.length
      const began = ownProcessorSeconds()
      const sample = await contenders[at]!.run()
      const processorSeconds = sample.processorSeconds ?? (ownProcessorSeconds() - began) / (work?.count ?? 1)
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

/** Whether a figure is what it was to be; undefined when nothing was asked of it. */
export function isReached({ value, atLeast, atMost }: Figure): boolean | undefined {
  if (atLeast === undefined && atMost === undefined) return undefined
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}
