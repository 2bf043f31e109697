import { cutText } from '@toile/contracts/cut-text'
import type { Params } from '@toile/contracts/failures'

type Facts = Record<string, unknown>

/** Of a long text so much that a line of the log can be read; whether it differs is seen on the whole. */
const MAX_LENGTH = 1_000

/** Of two states of a thing what differs, as the audit log keeps it; one that was made or deleted has only the other. */
export function changesOf(before: Facts = {}, after: Facts = {}): { before: Params; after: Params } {
  const differs = (name: string) => textOf(before[name]) !== textOf(after[name])
  const part = (facts: Facts) =>
    Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) => (differs(name) ? [[name, shortened(value)]] : [])),
    )
  return { before: part(before), after: part(after) }
}

/** A value as a line of text, or the number that it is; what has parts of its own as JSON, which its reader takes apart. */
function textOf(value: unknown): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return isList(value) ? value.join(', ') : JSON.stringify(value)
}

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object')

/** JSON stays whole: half of it cannot be taken apart. Its fields have limits of their own. */
function shortened(value: unknown): string | number {
  const text = textOf(value)
  const isLong = typeof text === 'string' && text.length > MAX_LENGTH && (typeof value === 'string' || isList(value))
  return isLong ? `${cutText(text, MAX_LENGTH)}…` : text
}
