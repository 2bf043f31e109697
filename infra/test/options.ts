import { parseArgs } from 'node:util'

const partNames = ['tap', 'browser', 'chaos'] as const
export type PartName = (typeof partNames)[number]

export interface Options {
  parts: PartName[]
  /** Parts of the paths of test files. Without any and without `changedSince`, all files are selected. */
  patterns: string[]
  /** Selects the files that depend on changes since this commit. '' stands for the default of changedFiles(). */
  changedSince: string | undefined
  repeat: number
  checks: boolean
}

export const usage = `npm test [-- [--only ${partNames.join('|')}] [--changed [REF]] [--repeat N] [--checks] [PATTERN ...]]`

/** @throws Error with a sentence for the user */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      changed: { type: 'boolean', default: false },
      repeat: { type: 'string', default: '1' },
      checks: { type: 'boolean', default: false },
    },
  })
  const parts = partNames.filter((name) => !values.only || values.only === name)
  if (parts.length === 0) throw new Error(`--only takes one of ${partNames.join(', ')}, not "${values.only}".`)
  const repeat = Number(values.repeat)
  if (!Number.isInteger(repeat) || repeat < 1)
    throw new Error(`--repeat takes a number from 1, not "${values.repeat}".`)
  const [ref = '', ...more] = positionals
  if (values.changed && more.length) throw new Error('--changed takes one REF and no patterns.')
  return {
    parts,
    patterns: values.changed ? [] : positionals,
    changedSince: values.changed ? ref : undefined,
    repeat,
    checks: values.checks,
  }
}
