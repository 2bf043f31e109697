import type { Params } from '@toile/contracts/failures'

type Facts = Record<string, unknown>

/** Of a long text so much that a line of the log can be read; whether it differs is seen on the whole. */
const MAX_LENGTH = 1_000

/** Of two states of a thing what differs, as the audit log keeps it; one that was made or deleted has only the other. */
export function changesOf(before: Facts = {}, after: Facts = {}): { before: Params; after: Params } {
  const differs = (name: string) => told(before[name]) !== told(after[name])
  const part = (facts: Facts) =>
    Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) => (differs(name) ? [[name, short(told(value))] as const] : [])),
    )
  return { before: part(before), after: part(after) }
}

/** A value as a line of text, or the number that it is. */
function told(value: unknown): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
}

const short = (value: string | number) =>
  typeof value === 'string' && value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value
